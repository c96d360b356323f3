/* One operation of OpenFst in one process, as `bench` does for ours: openfst_driver OPERATION FILE.tab
   Prints seconds, states and arcs. */
#include <fst/fstlib.h>
#include <fst/script/compile-impl.h>

#include <fstream>
#include <string>

#include "tab_file.h"

namespace {

using fst::StdArc;
using fst::StdVectorFst;

/* OpenFst has one start state: several become one that has the arcs of all. Labels count from 1, as 0 is epsilon. */
StdVectorFst Build(const char *path) {
  tab_automaton a = tab_read(path);
  StdVectorFst result;
  const bool has_one_start = a.initial == 1;
  result.ReserveStates(a.states + 1);
  for (unsigned i = 0; i < a.states + (has_one_start ? 0 : 1); i++) result.AddState();
  if (a.initial > 0) result.SetStart(has_one_start ? a.initial_states[0] : a.states);
  for (unsigned i = 0; i < a.final; i++) result.SetFinal(a.final_states[i], 0);
  std::vector<bool> is_start(a.states, false);
  if (!has_one_start) {
    for (unsigned i = 0; i < a.initial; i++) {
      is_start[a.initial_states[i]] = true;
      if (result.Final(a.initial_states[i]) == StdArc::Weight::One()) result.SetFinal(a.states, 0);
    }
  }
  for (unsigned i = 0; i < a.transitions; i++) {
    const auto &row = a.rows[i];
    const int label = row.symbol == a.symbols ? 0 : static_cast<int>(row.symbol) + 1;
    result.AddArc(row.source, StdArc(label, label, 0, row.target));
    if (is_start[row.source]) result.AddArc(a.states, StdArc(label, label, 0, row.target));
  }
  tab_free(&a);
  return result;
}

}  // namespace

int main(int argc, char **argv) {
  const std::string operation = argc > 1 ? argv[1] : "";
  if (operation == "idle") {
    std::puts("0\t0\t0");
    return 0;
  }
  if (argc != 3) return 2;
  StdVectorFst result;
  double start;
  if (operation == "read") {
    start = seconds_now();
    std::ifstream stream(argv[2]);
    fst::FstCompiler<StdArc> compiler(stream, argv[2], nullptr, nullptr, nullptr, true, false, false, false, false);
    result = StdVectorFst(compiler.Fst());
  } else {
    StdVectorFst input = Build(argv[2]);
    start = seconds_now();
    if (operation == "determinize") {
      fst::Determinize(input, &result);
    } else if (operation == "determinize-minimize") {
      fst::Determinize(input, &result);
      fst::Minimize(&result);
    } else if (operation == "minimize") {
      fst::Connect(&input);
      fst::Minimize(&input);
      result = input;
    } else if (operation == "remove-epsilon") {
      fst::RmEpsilon(&input);
      result = input;
    } else if (operation == "canonical") {
      fst::RmEpsilon(&input);
      fst::Determinize(input, &result);
      fst::Minimize(&result);
    } else {
      return 2;
    }
  }
  const double seconds = seconds_now() - start;
  size_t arcs = 0;
  for (int state = 0; state < result.NumStates(); state++) arcs += result.NumArcs(state);
  std::printf("%.9f\t%d\t%zu\n", seconds, result.NumStates(), arcs);
  return 0;
}
