// Charts of `bench statecharts` in C++: the ring as a class with virtual functions for each state and, where Boost is installed, as a
// machine of Boost.MSM; the hierarchy as machines of Boost.MSM and Boost.Statechart.
//
//   statecharts_driver EVENTS: a file of bytes 0 to 3. A line of output for each: name, nanoseconds an event, checksum.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Counts {
    std::uint64_t next = 0, previous = 0, stay = 0;
    std::uint64_t checksum() const { return next + 3 * previous + 7 * stay; }
};

/* What the entry and exit actions of the hierarchy count. */
struct Total {
    std::uint64_t count = 0;
    std::uint64_t checksum() const { return count; }
};

static Total total;

struct State {
    virtual ~State() = default;
    virtual State *next(Counts &) = 0;
    virtual State *previous(Counts &) = 0;
    virtual State *jump(Counts &) = 0;
    virtual State *stay(Counts &) = 0;
};

extern State *const states[8];

template <int place> struct Place : State {
    State *next(Counts &counts) override { counts.next++; return states[(place + 1) % 8]; }
    State *previous(Counts &counts) override { counts.previous++; return states[(place + 7) % 8]; }
    State *jump(Counts &) override { return states[(place + 3) % 8]; }
    State *stay(Counts &counts) override { counts.stay++; return this; }
};

static Place<0> s0;
static Place<1> s1;
static Place<2> s2;
static Place<3> s3;
static Place<4> s4;
static Place<5> s5;
static Place<6> s6;
static Place<7> s7;
State *const states[8] = {&s0, &s1, &s2, &s3, &s4, &s5, &s6, &s7};

template <class Sum, class Send>
static void report(const char *name, const std::vector<unsigned char> &events, Sum &counts, Send send)
{
    double best = 1e300;
    for (int round = 0; round < 9; round++) {
        auto start = std::chrono::steady_clock::now();
        for (int repeat = 0; repeat < 8; repeat++)
            for (unsigned char event : events) send(event);
        std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        if (time.count() < best) best = time.count();
    }
    std::printf("%s\t%f\t%llu\n", name, best / (8.0 * events.size()), (unsigned long long)counts.checksum());
}

#if __has_include(<boost/msm/back/state_machine.hpp>)
#define BOOST_MPL_CFG_NO_PREPROCESSED_HEADERS
#define BOOST_MPL_LIMIT_LIST_SIZE 40
#define BOOST_MPL_LIMIT_MAP_SIZE 40
#define BOOST_MPL_LIMIT_VECTOR_SIZE 40
#include <boost/msm/back/state_machine.hpp>
#include <boost/msm/front/functor_row.hpp>
#include <boost/msm/front/state_machine_def.hpp>

namespace msm = boost::msm;

struct Next {};
struct Previous {};
struct Jump {};
struct Stay {};

struct Ring_ : msm::front::state_machine_def<Ring_> {
    Counts counts;
    template <int> struct At : msm::front::state<> {};
    typedef At<0> initial_state;
    void on_next(const Next &) { counts.next++; }
    void on_previous(const Previous &) { counts.previous++; }
    void on_stay(const Stay &) { counts.stay++; }
    template <int place> using N = a_row<At<place>, Next, At<(place + 1) % 8>, &Ring_::on_next>;
    template <int place> using P = a_row<At<place>, Previous, At<(place + 7) % 8>, &Ring_::on_previous>;
    template <int place> using J = _row<At<place>, Jump, At<(place + 3) % 8>>;
    template <int place> using S = a_irow<At<place>, Stay, &Ring_::on_stay>;
    struct transition_table
        : boost::mpl::vector<
              N<0>, P<0>, J<0>, S<0>, N<1>, P<1>, J<1>, S<1>, N<2>, P<2>, J<2>, S<2>, N<3>, P<3>, J<3>, S<3>, N<4>, P<4>, J<4>,
              S<4>, N<5>, P<5>, J<5>, S<5>, N<6>, P<6>, J<6>, S<6>, N<7>, P<7>, J<7>, S<7>> {};
};

static void report_msm(const std::vector<unsigned char> &events)
{
    msm::back::state_machine<Ring_> ring;
    ring.start();
    report("ring, Boost.MSM", events, ring.counts, [&](unsigned char event) {
        switch (event) {
        case 0: ring.process_event(Next()); break;
        case 1: ring.process_event(Previous()); break;
        case 2: ring.process_event(Jump()); break;
        case 3: ring.process_event(Stay()); break;
        }
    });
}

/* Ten states in three levels, all with entry and exit actions: A { A1 { A11 A12 } A2 { A21 A22 } } B { B1 B2 }. */
struct E0 {};
struct E1 {};
struct E2 {};
struct E3 {};

template <class Base> struct Counted : Base {
    template <class Event, class Machine> void on_entry(const Event &, Machine &) { total.count += 1; }
    template <class Event, class Machine> void on_exit(const Event &, Machine &) { total.count += 3; }
    template <class Machine, class Event> void no_transition(const Event &, Machine &, int) {}
};

template <int> struct Leaf : Counted<msm::front::state<>> {};

/* Two states that `Event` leads to and fro. */
template <class Event, class First, class Second, class Self> struct Pair : Counted<msm::front::state_machine_def<Self>> {
    typedef First initial_state;
    struct transition_table
        : boost::mpl::vector<msm::front::Row<First, Event, Second>, msm::front::Row<Second, Event, First>> {};
};

struct A1_ : Pair<E0, Leaf<11>, Leaf<12>, A1_> {};
typedef msm::back::state_machine<A1_> A1;
struct A2_ : Pair<E3, Leaf<21>, Leaf<22>, A2_> {};
typedef msm::back::state_machine<A2_> A2;
struct A_ : Pair<E1, A1, A2, A_> {};
typedef msm::back::state_machine<A_> A;
struct B_ : Pair<E3, Leaf<1>, Leaf<2>, B_> {};
typedef msm::back::state_machine<B_> B;
struct Root_ : msm::front::state_machine_def<Root_> {
    typedef A initial_state;
    struct transition_table : boost::mpl::vector<msm::front::Row<A, E2, B>, msm::front::Row<B, E2, A>> {};
    template <class Machine, class Event> void no_transition(const Event &, Machine &, int) {}
};

template <class Machine> static void report_hierarchy(const char *name, const std::vector<unsigned char> &events, Machine &machine)
{
    total = Total();
    report(name, events, total, [&](unsigned char event) {
        switch (event) {
        case 0: machine.process_event(E0()); break;
        case 1: machine.process_event(E1()); break;
        case 2: machine.process_event(E2()); break;
        case 3: machine.process_event(E3()); break;
        }
    });
}

static void report_msm_hierarchy(const std::vector<unsigned char> &events)
{
    msm::back::state_machine<Root_> machine;
    machine.start();
    report_hierarchy("hierarchy, Boost.MSM", events, machine);
}
#else
static void report_msm(const std::vector<unsigned char> &) {}
static void report_msm_hierarchy(const std::vector<unsigned char> &) {}
#endif

#if __has_include(<boost/statechart/state_machine.hpp>)
#include <boost/mpl/list.hpp>
#include <boost/statechart/event.hpp>
#include <boost/statechart/simple_state.hpp>
#include <boost/statechart/state_machine.hpp>
#include <boost/statechart/transition.hpp>

namespace classic {
namespace sc = boost::statechart;

struct E0 : sc::event<E0> {};
struct E1 : sc::event<E1> {};
struct E2 : sc::event<E2> {};
struct E3 : sc::event<E3> {};

struct A;
struct A1;
struct A2;
struct A11;
struct A12;
struct A21;
struct A22;
struct B;
struct B1;
struct B2;
struct Machine : sc::state_machine<Machine, A> {};

struct Counting {
    Counting() { total.count += 1; }
    ~Counting() { total.count += 3; }
};

template <class Self, class Around, class Event, class Target, class Initial>
struct Composite : sc::simple_state<Self, Around, Initial>, Counting {
    typedef sc::transition<Event, Target> reactions;
};
template <class Self, class Around, class Event, class Target> struct Simple : sc::simple_state<Self, Around>, Counting {
    typedef sc::transition<Event, Target> reactions;
};

struct A : Composite<A, Machine, E2, B, A1> {};
struct A1 : Composite<A1, A, E1, A2, A11> {};
struct A11 : Simple<A11, A1, E0, A12> {};
struct A12 : Simple<A12, A1, E0, A11> {};
struct A2 : Composite<A2, A, E1, A1, A21> {};
struct A21 : Simple<A21, A2, E3, A22> {};
struct A22 : Simple<A22, A2, E3, A21> {};
struct B : Composite<B, Machine, E2, A, B1> {};
struct B1 : Simple<B1, B, E3, B2> {};
struct B2 : Simple<B2, B, E3, B1> {};

static void report_hierarchy(const std::vector<unsigned char> &events)
{
    Machine machine;
    machine.initiate();
    total = Total();
    report("hierarchy, Boost.Statechart", events, total, [&](unsigned char event) {
        switch (event) {
        case 0: machine.process_event(E0()); break;
        case 1: machine.process_event(E1()); break;
        case 2: machine.process_event(E2()); break;
        case 3: machine.process_event(E3()); break;
        }
    });
}
} // namespace classic
#else
namespace classic {
static void report_hierarchy(const std::vector<unsigned char> &) {}
} // namespace classic
#endif

int main(int count, char **arguments)
{
    std::FILE *file = count == 2 ? std::fopen(arguments[1], "rb") : nullptr;
    if (!file) return 2;
    std::vector<unsigned char> events(1 << 20);
    events.resize(std::fread(events.data(), 1, events.size(), file));
    std::fclose(file);
    if (events.empty()) return 2;

    Counts counts;
    State *state = states[0];
    report("ring, virtual calls", events, counts, [&](unsigned char event) {
        switch (event) {
        case 0: state = state->next(counts); break;
        case 1: state = state->previous(counts); break;
        case 2: state = state->jump(counts); break;
        case 3: state = state->stay(counts); break;
        }
    });
    report_msm(events);
    report_msm_hierarchy(events);
    classic::report_hierarchy(events);
    return 0;
}
