import { type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, getWeekday } from '../rules/days'
import { addMonths } from '../rules/month-days'

type MonthKeyboard = {
  /** The only day that the Tab key reaches. */
  active: string
  ref: RefObject<HTMLTableElement | null>
  /** Call when a day got the focus in another way than by a key. */
  goTo: (day: string) => void
}

/**
 * Moves the focus between the days of a month with arrow keys, Home, End, Page Up and Page Down (WAI-ARIA grid). Days
 * or their cells need a `data-day` attribute. A key that leaves the month requests the other month and focuses the
 * day once loaded.
 */
export function useMonthKeyboard(options: {
  month: string
  /** The day that is first in the tab order; defaults to the first day of the month. */
  start: string | undefined
  onMonth: (month: string) => void
}): MonthKeyboard {
  const { month, start, onMonth } = options
  const [chosen, setChosen] = useState<string>()
  const ref = useRef<HTMLTableElement>(null)
  // The day to which a key moved the focus; undefined once a pointer is pressed.
  const wanted = useRef<string>(undefined)
  const active = chosen?.startsWith(month) ? chosen : start?.startsWith(month) ? start : `${month}-01`

  // Runs after every render: a month may load after the key press, and a day that has the focus may be replaced.
  useEffect(() => {
    if (wanted.current !== active) return
    const day = `[data-day="${active}"]`
    const stop = ref.current?.querySelector<HTMLElement>(`button${day}, ${day} :is(a, button)`)
    const { activeElement } = document
    const isElsewhere = activeElement !== document.body && !ref.current?.contains(activeElement)
    if (stop && activeElement?.closest('[data-day]') !== stop.closest('[data-day]') && !isElsewhere)
      stop.focus()
  })

  useEffect(() => {
    const table = ref.current
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const cell = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('[data-day]')
      const from = cell ? cell.dataset['day'] : undefined
      const next = from === undefined ? undefined : findDayByKey(from, event.key)
      if (next === undefined) return
      event.preventDefault()
      wanted.current = next
      setChosen(next)
      if (!next.startsWith(month)) onMonth(next.slice(0, 7))
    }
    // Listen on the table instead of every day: key events bubble up to it.
    table?.addEventListener('keydown', handleKeyDown)
    const forget = () => {
      wanted.current = undefined
    }
    document.addEventListener('pointerdown', forget)
    return () => {
      table?.removeEventListener('keydown', handleKeyDown)
      document.removeEventListener('pointerdown', forget)
    }
  }, [month, onMonth])

  return { active, ref, goTo: setChosen }
}

/** Returns the day that a key moves to; undefined for other keys. */
export function findDayByKey(day: string, key: string): string | undefined {
  const weekday = getWeekday(day)
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: 1 - weekday,
    End: 7 - weekday,
  }
  const step = steps[key]
  if (step !== undefined) return addDays(day, step)
  if (key === 'PageUp') return getDayInMonth(addMonths(day.slice(0, 7), -1), day)
  if (key === 'PageDown') return getDayInMonth(addMonths(day.slice(0, 7), 1), day)
  return undefined
}

/** Returns the same day of another month, or its last day. */
function getDayInMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}
