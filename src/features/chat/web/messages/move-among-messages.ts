import type { KeyboardEvent } from 'react'

/** Arrow keys, Home and End lead from message to message, where Tab stops once. */
export function moveAmongMessages(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget: list } = event
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
  const here = target.closest('[data-message]')
  // In a field or on another button the keys do what they do there.
  if (!here || !target.matches('[aria-haspopup="menu"]')) return
  const rows = Array.from(list.querySelectorAll('[data-message]'))
  const index = rows.indexOf(here)
  const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[key]
  if (next === undefined) return
  event.preventDefault()
  const row = rows[next]
  row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
