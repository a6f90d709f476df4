export type Step = { id: string; name: string | null }

/** What every level of the tree knows. */
export type TreeState = {
  selected: string | undefined
  /** From the root down to whoever is selected, both included. */
  path: readonly Step[]
  isOpen: (id: string, startsOpen: boolean) => boolean
  /** Who gets the focus as soon as they are there. */
  sought: string | undefined
  onFound: () => void
}
