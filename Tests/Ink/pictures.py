"""Pictures of drawings: the ink in black, what was read of it in blue, and the differences as a text."""

import html
import math

import geometry as g


def svg(drawing, sketch=None, differences=()):
    """The drawing as an SVG, with what was read of it if `sketch` is given."""
    everything = [point[:2] for stroke in drawing.strokes for point in stroke.points]
    left, right = min(x for x, _ in everything) - 30, max(x for x, _ in everything) + 30
    top, bottom = min(y for _, y in everything) - 30, max(y for _, y in everything) + 45
    width, height = max(right - left, 300), bottom - top
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">',
        f'<rect x="{left:.0f}" y="{top:.0f}" width="100%" height="100%" fill="white"/>',
        '<g fill="none" stroke="black" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">',
    ]
    for stroke in drawing.strokes:
        points = " ".join(f"{x},{y}" for x, y, _ in stroke.points)
        lines.append(f'<polyline points="{points}"><title>{html.escape(stroke.role)}</title></polyline>')
    lines.append(f'</g>\n<g font-family="sans-serif" font-size="{0.5 * drawing.page.person.radius:.0f}" text-anchor="middle">')
    for part in drawing.parts:
        if hasattr(part, "text"):
            lines.append(f'<text x="{part.place[0]:.1f}" y="{part.place[1]:.1f}" dy="0.35em">{html.escape(part.text)}</text>')
    lines.append("</g>")
    if sketch:
        lines += overlay(sketch)
    text = f"{drawing.name}: " + ("; ".join(f"{d.kind} ({d.detail})" for d in differences) or "exact" if sketch else "drawn")
    lines.append(f'<text x="{left + 5:.0f}" y="{bottom - 8:.0f}" font-family="sans-serif" font-size="11">{html.escape(text)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def sheet(misread, columns=4, side=260):
    """One SVG with a small picture of each drawing, sketch and list of differences."""
    height = side + 16
    rows = -(-len(misread) // columns)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * side} {max(rows, 1) * height}" font-family="sans-serif" font-size="10">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, (drawing, sketch, differences) in enumerate(misread):
        x, y = number % columns * side, number // columns * height
        everything = [point for stroke in drawing.strokes for point in stroke.points]
        left, right = min(p[0] for p in everything) - 20, max(p[0] for p in everything) + 20
        top, bottom = min(p[1] for p in everything) - 20, max(p[1] for p in everything) + 20
        lines.append(
            f'<svg x="{x}" y="{y}" width="{side}" height="{side}" viewBox="{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}">'
            '<g fill="none" stroke="black" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">')
        for stroke in drawing.strokes:
            lines.append(f'<polyline points="{" ".join(f"{px:.0f},{py:.0f}" for px, py in thinned(stroke.points))}"/>')
        text = f"{drawing.name}: " + "; ".join(f"{d.kind} ({d.detail})" for d in differences)
        shown = text if len(text) <= 52 else text[:51] + "…"
        lines += ["</g>", *overlay(sketch), "</svg>"]
        lines.append(f'<text x="{x + 6}" y="{y + side + 8}">{html.escape(shown)}<title>{html.escape(text)}</title></text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def thinned(points, gap=3):
    """The points without those that are hardly apart from the one before, so that a picture is small."""
    kept = [points[0][:2]]
    for point in points[1:-1]:
        if math.dist(kept[-1], point[:2]) >= gap:
            kept.append(point[:2])
    return [*kept, points[-1][:2]]


def overlay(sketch):
    yield '<g fill="none" stroke="#06c" stroke-width="3" stroke-opacity="0.45">'
    states = {state["id"]: state for state in sketch["states"]}
    for state in states.values():
        for radius in (state["radius"], 0.8 * state["radius"])[: 2 if state.get("final") else 1]:
            yield f'<circle cx="{state["center"][0]:.1f}" cy="{state["center"][1]:.1f}" r="{radius:.1f}"/>'
    for arrow in sketch["transitions"]:
        tail, tip, bend = arrow["tail"], arrow["tip"], arrow["bend"]
        if "from" in arrow and arrow.get("from") == arrow.get("to"):
            state = states[arrow["from"]]
            tail, apex, tip = (
                g.add(state["center"], g.along(arrow["angle"] + turn, reach * state["radius"]))
                for turn, reach in ((-0.4, 1), (0, 2.3), (0.4, 1)))
            yield f'<polyline points="{point(tail)} {point(apex)} {point(tip)}"/>'
        else:
            chord = g.subtract(tip, tail)
            length = math.hypot(*chord) or 1
            through = g.add(g.between(tail, tip, 0.5), g.scale((chord[1] / length, -chord[0] / length), 1.3 * bend))
            yield f'<path d="M{point(tail)} Q{point(through)} {point(tip)}"/>'
        # A dot at the tip; red where an end is free.
        color = "#06c" if "to" in arrow else "red"
        yield f'<circle cx="{tip[0]:.1f}" cy="{tip[1]:.1f}" r="4" fill="{color}" stroke="none"/>'
    yield "</g>"


def point(place):
    return f"{place[0]:.1f},{place[1]:.1f}"
