// The hierarchy of `bench statecharts` as a machine of Qt SCXML, compiled to C++ by qscxmlc.
//
//   statecharts_qt EVENTS: a file of bytes 0 to 3, the first of which are sent. A line of output: name, nanoseconds an event, and no
//   checksum, as there are fewer events than elsewhere.
#include "statecharts_qt.h"
#include "statecharts_qt_chart.h"

#include <QCoreApplication>
#include <chrono>
#include <cstdio>
#include <vector>

int main(int count, char **arguments)
{
    std::FILE *file = count == 2 ? std::fopen(arguments[1], "rb") : nullptr;
    if (!file) return 2;
    std::vector<unsigned char> events(1 << 15);
    events.resize(std::fread(events.data(), 1, events.size(), file));
    std::fclose(file);
    if (events.empty()) return 2;

    QCoreApplication application(count, arguments);
    Hierarchy machine;
    Total total;
    machine.setDataModel(&total);
    if (!machine.init()) return 1;
    machine.start();
    QCoreApplication::processEvents();
    const QString names[] = {"e0", "e1", "e2", "e3"};
    double best = 1e300;
    for (int round = 0; round < 3; round++) {
        auto start = std::chrono::steady_clock::now();
        for (unsigned char event : events) {
            machine.submitEvent(names[event]);
            QCoreApplication::processEvents();
        }
        std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        if (time.count() < best) best = time.count();
    }
    if (total.count < events.size()) return 1;
    std::printf("hierarchy, Qt SCXML\t%f\t\n", best / events.size());
    return 0;
}
