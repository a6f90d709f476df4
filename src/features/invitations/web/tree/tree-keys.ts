/** The effect of a key in a WAI-ARIA tree: the item to focus, toggle or select. */
export type TreeMove = { focus: HTMLElement } | { toggle: HTMLElement } | { press: HTMLElement }

const items = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

export function moveInTree(tree: HTMLElement, item: HTMLElement, key: string): TreeMove | undefined {
  const all = items(tree)
  const place = all.indexOf(item)
  const isOpen = item.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      return to(all[place + 1])
    case 'ArrowUp':
      return to(all[place - 1])
    case 'Home':
      return to(all[0])
    case 'End':
      return to(all.at(-1))
    case 'ArrowRight':
      if (isOpen === 'false') return { toggle: item }
      return isOpen === 'true' ? to(all[place + 1]) : undefined
    case 'ArrowLeft':
      if (isOpen === 'true') return { toggle: item }
      return to(parentOf(item))
    case 'Enter':
    case ' ':
      return { press: item }
    default:
      return key.length === 1 ? to(nextNamed(all, place, key)) : undefined
  }
}

/** Returns the item whose group contains this one. */
export function parentOf(item: HTMLElement): HTMLElement | null {
  const group = item.closest('[role="group"]')
  return group?.parentElement?.querySelector<HTMLElement>(':scope > [role="treeitem"]') ?? null
}

const to = (item: HTMLElement | null | undefined): TreeMove | undefined =>
  item ? { focus: item } : undefined

/** Returns the next item whose name starts with the letter, wrapping around. */
function nextNamed(all: readonly HTMLElement[], place: number, letter: string): HTMLElement | undefined {
  const begins = (item: HTMLElement) =>
    (item.dataset['name'] ?? '').toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
  return [...all.slice(place + 1), ...all.slice(0, place + 1)].find(begins)
}
