"""Draws stroke by stroke, as an editor does, by the C functions of `libautomata.so`."""

import ctypes
import json


class Point(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double)]


class Error(ctypes.Structure):
    _fields_ = [
        ("status", ctypes.c_int), ("reserved", ctypes.c_uint32), ("line", ctypes.c_uint64), ("column", ctypes.c_uint64),
        ("position", ctypes.c_size_t), ("message", ctypes.c_char * 1000), ("reserved_values", ctypes.c_uint64 * 4)]


class Elements(ctypes.Structure):
    _fields_ = [("items", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class Change(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_size_t), ("inserted", Elements), ("updated", Elements), ("removed", Elements),
        ("interpretation", ctypes.c_void_p), ("notice", ctypes.c_int), ("message", ctypes.c_char_p)]


class Pen:
    def __init__(self, library):
        self.library = ctypes.CDLL(str(library))
        self.library.automata_sketch_problem_count.restype = ctypes.c_size_t
        self.library.automata_sketch_problem_count.argtypes = [ctypes.c_void_p]
        self.library.automata_sketch_place_text.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, Point, ctypes.c_void_p, ctypes.c_void_p]
        for name in ("automata_sketch_free", "automata_free"):
            getattr(self.library, name).argtypes = [ctypes.c_void_p]

    def call(self, name, *arguments):
        error = Error()
        if getattr(self.library, name)(*arguments, ctypes.byref(error)):
            raise RuntimeError(f"{name}: {error.message.decode()}")

    def read(self, parts):
        """The sketch that strokes and texts made, and whether its user was told that something may be wrong.

        `parts` has the points of strokes, and pairs of a text and its place, in the order of drawing. A notice of an event, an open
        problem, a note and ink without a meaning are what an editor shows.
        """
        sketch = ctypes.c_void_p()
        self.call("automata_sketch_new", None, ctypes.byref(sketch))
        try:
            change, told = Change(struct_size=ctypes.sizeof(Change)), False
            for part in parts:
                if isinstance(part, tuple):
                    text, place = part[0].encode(), Point(*part[1])
                    self.call("automata_sketch_place_text", sketch, text, len(text), place, ctypes.byref(change))
                else:
                    points = (Point * len(part))(*(Point(x, y) for x, y, *_ in part))
                    count = ctypes.c_size_t(len(part))
                    self.call(
                        "automata_sketch_draw", sketch, points, ctypes.byref(count), ctypes.c_size_t(1), ctypes.byref(change))
                told = told or change.notice != 0
            document = self.document(sketch)
            told = told or self.library.automata_sketch_problem_count(sketch) > 0 or bool(document["notes"])
            return document, told or any(ink["reading"] == "none" for ink in document["ink"])
        finally:
            self.library.automata_sketch_free(sketch)

    def document(self, sketch):
        text, length = ctypes.c_void_p(), ctypes.c_size_t()
        self.call("automata_sketch_text", sketch, ctypes.byref(text), ctypes.byref(length))
        document = json.loads(ctypes.string_at(text, length.value))
        self.library.automata_free(text)
        return document
