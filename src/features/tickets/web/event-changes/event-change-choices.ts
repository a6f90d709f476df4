import { CalendarCheck, CalendarClock, CalendarX } from 'lucide-react'
import type { MenuAction } from '~/design/menu'
import { type NightChange, nightChanges } from '../../rules/event-change'

export type { NightChange }

const looks: Record<NightChange, Pick<MenuAction, 'label' | 'icon' | 'danger'>> = {
  postpone: { label: 'Postpone', icon: CalendarClock },
  set_date: { label: 'Set the new date', icon: CalendarCheck },
  cancel: { label: 'Cancel the night', icon: CalendarX, danger: true },
}

/** What somebody may still do with a night, for a menu; nothing unless its money is theirs to move. */
export function nightChoices(
  night: { status: string },
  acts: readonly string[],
  onChoose: (change: NightChange) => void,
): MenuAction[] {
  if (!acts.includes('money')) return []
  return nightChanges(night.status).map((change) => ({ ...looks[change], onSelect: () => onChoose(change) }))
}
