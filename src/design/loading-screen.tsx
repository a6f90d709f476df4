import { Mark } from './mark'

/** The slip: the halves of the mark look for each other. While the session loads, and nowhere else. */
export function LoadingScreen() {
  return (
    <output className="ld">
      <span className="slip">
        <Mark />
      </span>
      <span className="sr">Loading</span>
    </output>
  )
}
