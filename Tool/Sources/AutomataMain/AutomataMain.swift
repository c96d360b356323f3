import AutomataTool

@main
enum AutomataMain {
    static func main() { Program.main() }
}
