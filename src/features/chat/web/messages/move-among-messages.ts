import type { KeyboardEvent } from 'react'

const BUTTON = '[data-message] [aria-haspopup="menu"]'

/** On the button of a message: arrow keys, Home and End lead to other messages', where Tab stops once. */
export function moveAmongMessages(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget, altKey, ctrlKey, metaKey } = event
  if (altKey || ctrlKey || metaKey) return
  const buttons = Array.from(
    currentTarget.closest('[role="log"]')?.querySelectorAll<HTMLElement>(BUTTON) ?? [],
  )
  const index = buttons.indexOf(currentTarget)
  const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[key]
  if (next === undefined) return
  event.preventDefault()
  buttons[next]?.focus({ preventScroll: true })
  buttons[next]?.closest('[data-message]')?.scrollIntoView({ block: 'nearest' })
}
