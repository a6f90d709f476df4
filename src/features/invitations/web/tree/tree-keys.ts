/** The effect of a key in a WAI-ARIA tree: the item to focus, toggle or select. */
export type TreeMove = { focus: HTMLElement } | { toggle: HTMLElement } | { press: HTMLElement }

const listItems = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

export function moveInTree(tree: HTMLElement, item: HTMLElement, key: string): TreeMove | undefined {
  const all = listItems(tree)
  const place = all.indexOf(item)
  const isOpen = item.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      return toMove(all[place + 1])
    case 'ArrowUp':
      return toMove(all[place - 1])
    case 'Home':
      return toMove(all[0])
    case 'End':
      return toMove(all.at(-1))
    case 'ArrowRight':
      if (isOpen === 'false') return { toggle: item }
      return isOpen === 'true' ? toMove(all[place + 1]) : undefined
    case 'ArrowLeft':
      if (isOpen === 'true') return { toggle: item }
      return toMove(findParent(item))
    case 'Enter':
    case ' ':
      return { press: item }
    default:
      return key.length === 1 ? toMove(findNextNamed(all, place, key)) : undefined
  }
}

/** Returns the item whose group contains this one. */
export function findParent(item: HTMLElement): HTMLElement | null {
  const group = item.closest('[role="group"]')
  return group?.parentElement?.querySelector<HTMLElement>(':scope > [role="treeitem"]') ?? null
}

const toMove = (item: HTMLElement | null | undefined): TreeMove | undefined =>
  item ? { focus: item } : undefined

/** Returns the next item whose name starts with the letter, wrapping around. */
function findNextNamed(all: readonly HTMLElement[], place: number, letter: string): HTMLElement | undefined {
  const hasLetter = (item: HTMLElement) =>
    (item.dataset['name'] ?? '').toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
  return [...all.slice(place + 1), ...all.slice(0, place + 1)].find(hasLetter)
}
