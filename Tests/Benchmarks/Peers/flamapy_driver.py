"""Reads a feature model with flamapy and asks for its number of products, core and dead features."""
import sys
import time

from flamapy.metamodels.bdd_metamodel.operations import BDDConfigurationsNumber, BDDCoreFeatures, BDDDeadFeatures
from flamapy.metamodels.bdd_metamodel.transformations import FmToBDD
from flamapy.metamodels.fm_metamodel.transformations import FeatureIDEReader


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


model = timed("read", read)
bdd = timed("number", number)
timed("core and dead", core_and_dead)
