export type Step = { id: string; name: string | null }

export type TreeState = {
  selected: string | undefined
  /** The path from the root down to the selected person, both included. */
  path: readonly Step[]
  isOpen: (id: string, startsOpen: boolean) => boolean
  /** Id of the searched person, who gets the focus once their row appears. */
  sought: string | undefined
  onFound: () => void
}
