import { CalendarCheck, CalendarClock, CalendarX } from 'lucide-react'
import type { MenuAction } from '~/design/menu'
import { type EventChange, listPossibleChanges } from '../../rules/event-change'

export type { EventChange }

const looks: Record<EventChange, Pick<MenuAction, 'label' | 'icon' | 'danger'>> = {
  postpone: { label: 'Postpone event', icon: CalendarClock },
  set_date: { label: 'Set the new date', icon: CalendarCheck },
  cancel: { label: 'Cancel event', icon: CalendarX, danger: true },
}

/** Returns the changes that the caller can make to an event, for a menu; empty unless they manage its money. */
export function listChangeActions(
  event: { status: string },
  acts: readonly string[],
  onChoose: (change: EventChange) => void,
): MenuAction[] {
  if (!acts.includes('money')) return []
  return listPossibleChanges(event.status).map((change) => ({
    ...looks[change],
    onSelect: () => onChoose(change),
  }))
}
