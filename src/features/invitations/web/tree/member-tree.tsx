import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { TreeLevel } from './tree-level'
import type { Step } from './tree-state'
import styles from './tree.module.css'

/** The effect of a key in a WAI-ARIA tree: the item to focus, toggle or select. */
type TreeMove = { focus: HTMLElement } | { toggle: HTMLElement } | { press: HTMLElement }

const listItems = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')]

const toMove = (item: HTMLElement | null | undefined): TreeMove | undefined =>
  item ? { focus: item } : undefined

type MemberTreeProps = {
  selected: string | undefined
  path: readonly Step[]
  sought: string | undefined
  onFound: () => void
  onSelect: (personId: string) => void
  onOpenCodes: (creatorName: string) => void
}

/** AD-09: a WAI-ARIA tree: one tab stop; arrows move and expand, letters jump, Enter selects a branch. */
export function MemberTree({ selected, path, sought, onFound, onSelect, onOpenCodes }: MemberTreeProps) {
  const root = useRef<HTMLUListElement>(null)
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  useSingleTabStop(root)
  // Expands the nodes above a searched person, even those that were collapsed.
  const [opened, setOpened] = useState<string>()
  if (sought !== undefined && sought !== opened && path.at(-1)?.id === sought) {
    setOpened(sought)
    setTurned((old) => new Map([...old, ...path.slice(0, -1).map(({ id }) => [id, true] as const)]))
  }
  const isOnPath = (id: string) => path.slice(0, -1).some((step) => step.id === id)
  const isOpen = (id: string, startsOpen: boolean) => turned.get(id) ?? (isOnPath(id) || startsOpen)

  const turn = (item: HTMLElement) => {
    const { id } = item.dataset
    const isExpanded = item.getAttribute('aria-expanded')
    if (id !== undefined && isExpanded !== null)
      setTurned((old) => new Map(old).set(id, isExpanded === 'false'))
  }
  const press = (item: HTMLElement) => {
    const { id = '', kind } = item.dataset
    if (kind === 'more') item.querySelector('button')?.click()
    else if (kind === 'codes') onOpenCodes(getOwnerName(item))
    else if (kind === 'deleted') turn(item)
    else {
      // Pressing a selected or collapsed node toggles it.
      if (id === selected || item.getAttribute('aria-expanded') === 'false') turn(item)
      if (id !== selected) onSelect(id)
    }
  }
  const handleClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const item = target?.closest<HTMLElement>('[role="treeitem"]')
    if (!item) return
    item.focus()
    if (target?.closest('button')) return
    if (target?.closest('[data-toggle]')) turn(item)
    else press(item)
  }
  const handleKey = (event: KeyboardEvent<HTMLUListElement>) => {
    const item =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[role="treeitem"]') : null
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveInTree(event.currentTarget, item, event.key)
    if (!move) return
    event.preventDefault()
    if ('focus' in move) move.focus.focus()
    else if ('toggle' in move) turn(move.toggle)
    else press(move.press)
  }
  return (
    <ul
      ref={root}
      className={styles.tree}
      role="tree"
      aria-label="Invite tree"
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      <TreeLevel parentId={null} level={1} tree={{ selected, path, isOpen, sought, onFound }} />
    </ul>
  )
}

function getOwnerName(item: HTMLElement): string {
  return findParent(item)?.dataset['name'] ?? ''
}

/**
 * Gives the tree one tab stop: the last focused node, otherwise the selected or first one. Tab then leaves the tree.
 */
function useSingleTabStop(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const tree = root.current
    if (!tree) return undefined
    const setStop = (item: Element | null | undefined) => {
      for (const other of tree.querySelectorAll('[role="treeitem"][tabindex="0"]'))
        if (other !== item) other.setAttribute('tabindex', '-1')
      item?.setAttribute('tabindex', '0')
    }
    const keep = () => {
      if (tree.querySelector('[role="treeitem"][tabindex="0"]')) return
      setStop(tree.querySelector('[aria-selected="true"]') ?? tree.querySelector('[role="treeitem"]'))
    }
    const follow = (event: FocusEvent) =>
      event.target instanceof Element && setStop(event.target.closest('[role="treeitem"]'))
    keep()
    const watch = new MutationObserver(keep)
    watch.observe(tree, { childList: true, subtree: true })
    tree.addEventListener('focusin', follow)
    return () => {
      watch.disconnect()
      tree.removeEventListener('focusin', follow)
    }
  }, [root])
}

function moveInTree(tree: HTMLElement, item: HTMLElement, key: string): TreeMove | undefined {
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
function findParent(item: HTMLElement): HTMLElement | null {
  const group = item.closest('[role="group"]')
  return group?.parentElement?.querySelector<HTMLElement>(':scope > [role="treeitem"]') ?? null
}

/** Returns the next item whose name starts with the letter, wrapping around. */
function findNextNamed(all: readonly HTMLElement[], place: number, letter: string): HTMLElement | undefined {
  const hasLetter = (item: HTMLElement) =>
    (item.dataset['name'] ?? '').toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
  return [...all.slice(place + 1), ...all.slice(0, place + 1)].find(hasLetter)
}
