/**
 * Up to three visible rows of the list, each with the distance of its top from the list's lower edge in pixels. After
 * a change, the first row that still exists shows how far the list moved.
 */
export type Place = readonly { row: Element; above: number }[]

const REMEMBERED = 3
/** Matches rows that stay while messages load: a group of messages, or a hidden person's folded messages. */
const LASTING = 'article, p:has(button)'

/**
 * Returns the first row whose lower edge is visible. Only blocks near it are searched, since others may have no layout.
 */
export function findFirstVisibleRow(list: HTMLElement): Element | undefined {
  const top = list.getBoundingClientRect().top
  const blocks = list.firstElementChild?.children
  if (!blocks) return undefined
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) <= top) low = middle + 1
    else high = middle
  }
  let block = blocks[low]
  // Skip the list's edges and day separators, which move as messages load.
  while (block && !block.matches(LASTING)) block = block.nextElementSibling ?? undefined
  const rows = block?.querySelectorAll('[data-message]')
  return Array.from(rows ?? []).find((row) => row.getBoundingClientRect().bottom > top) ?? block
}

export function getScrollPlace(list: HTMLElement, first: Element | undefined): Place {
  const edge = list.getBoundingClientRect().bottom
  const place: { row: Element; above: number }[] = []
  for (let row = first; row && place.length < REMEMBERED; row = findNextRow(row))
    if (row.matches(`[data-message], ${LASTING}`))
      place.push({ row, above: edge - row.getBoundingClientRect().top })
  return place
}

function findNextRow(row: Element): Element | undefined {
  return row.nextElementSibling ?? row.closest('[role="log"] > * > *')?.nextElementSibling ?? undefined
}

/** Returns by how many pixels to scroll so that the visible rows stay in place. */
export function measureScrollDrift(list: HTMLElement, place: Place): number {
  const found = place.find(({ row }) => row.isConnected)
  if (!found) return 0
  const { bottom } = list.getBoundingClientRect()
  const stray = found.row.getBoundingClientRect().top - (bottom - found.above)
  // Browsers round to a pixel of the screen.
  return Math.abs(stray) < 0.5 ? 0 : stray
}
