/// A step of the story went otherwise than told.
struct StoryFault: Error, CustomStringConvertible {
  let description: String

  init(step: String, _ reason: String) {
    description = "the step \"\(step)\" went otherwise: \(reason)"
  }
}
