/** Quantities by ticket type id; types with a quantity of 0 are left out. */
export type Selection = Readonly<Record<string, number>>

const PAIR = /^([0-9a-f-]{36})\.([1-9]|10)$/

/** Formats the selection for the URL (`?tickets=ID.2~ID.1`), so that it survives sign-in, reload and sharing. */
export function writeSelection(selection: Selection): string | undefined {
  const pairs = Object.entries(selection).filter(([, quantity]) => quantity > 0)
  return pairs.length === 0 ? undefined : pairs.map(([id, quantity]) => `${id}.${quantity}`).join('~')
}

/** Parses the result of `writeSelection`; anything else is an empty selection. */
export function readSelection(search: string | undefined): Selection {
  const selection: Record<string, number> = {}
  for (const pair of (search ?? '').split('~').slice(0, 50)) {
    const [, id, quantity] = PAIR.exec(pair) ?? []
    if (id !== undefined) selection[id] = Number(quantity)
  }
  return selection
}

export const countSelected = (selection: Selection): number =>
  Object.values(selection).reduce((sum, quantity) => sum + quantity, 0)
