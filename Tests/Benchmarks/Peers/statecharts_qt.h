// What the chart's actions do, for the compiler of Qt SCXML.
#pragma once
#include <QScxmlCppDataModel>
#include <cstdint>

class Total : public QScxmlCppDataModel {
    Q_OBJECT
    Q_SCXML_DATAMODEL

public:
    std::uint64_t count = 0;

private:
    void enter() { count += 1; }
    void leave() { count += 3; }
};
