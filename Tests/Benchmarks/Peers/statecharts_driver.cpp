// The ring of `bench statecharts` as a class with virtual functions for each state, and, where Boost is installed, as a machine of
// Boost.MSM.
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

template <class Send> static void report(const char *name, const std::vector<unsigned char> &events, Counts &counts, Send send)
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
#define BOOST_MPL_LIMIT_VECTOR_SIZE 40
#include <boost/msm/back/state_machine.hpp>
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
#else
static void report_msm(const std::vector<unsigned char> &) {}
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
    return 0;
}
