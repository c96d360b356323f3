"""Reads a feature model with flamapy and asks for core and dead features, an explanation, and the number of products."""
import sys
import time

from flamapy.metamodels.bdd_metamodel.operations import BDDConfigurationsNumber, BDDCoreFeatures, BDDDeadFeatures
from flamapy.metamodels.bdd_metamodel.transformations import FmToBDD
from flamapy.metamodels.configuration_metamodel.models import Configuration
from flamapy.metamodels.fm_metamodel.transformations import FeatureIDEReader
from flamapy.metamodels.pysat_diagnosis_metamodel.operations import PySATConflict
from flamapy.metamodels.pysat_diagnosis_metamodel.transformations import FmToDiagPysat
from flamapy.metamodels.pysat_metamodel.operations import PySATCoreFeatures, PySATDeadFeatures
from flamapy.metamodels.pysat_metamodel.transformations import FmToPysat


def timed(name, work):
    start = time.perf_counter()
    result, answer = work()
    print(f"{name}\t{(time.perf_counter() - start) * 1e3}\t{answer}", flush=True)
    return result


def read():
    return FeatureIDEReader(sys.argv[1]).transform(), ""


def number():
    bdd = FmToBDD(model).transform()
    return bdd, BDDConfigurationsNumber().execute(bdd).get_result()


def core_and_dead():
    core = BDDCoreFeatures().execute(bdd).get_result()
    dead = BDDDeadFeatures().execute(bdd).get_result()
    return None, f"{len(core)} {len(dead)}"


def core_and_dead_by_sat():
    sat = FmToPysat(model).transform()
    core = PySATCoreFeatures().execute(sat).get_result()
    dead = PySATDeadFeatures().execute(sat).get_result()
    return dead, f"{len(core)} {len(dead)}"


def explanation():
    diagnosis = FmToDiagPysat(model).transform()
    question = PySATConflict()
    question.set_max_conflicts(1)
    question.set_test_case(Configuration({dead[0]: True}))
    return question.execute(diagnosis).get_result(), ""


model = timed("read", read)
dead = timed("core and dead by SAT", core_and_dead_by_sat)
if dead:
    timed("explanation", explanation)
bdd = timed("number", number)
timed("core and dead", core_and_dead)
