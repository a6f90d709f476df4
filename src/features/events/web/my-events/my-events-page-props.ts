import type { MenuItem } from '~/design/menu-items'
import type { MyEvent } from '../../contract-dashboard-shapes'

export type { MyEvent }

export interface MyEventsPageProps {
  ownId: string
  canCreate: boolean
  /** Items of other features: postponing and cancelling. */
  moreChoices: (event: MyEvent) => readonly MenuItem[]
  onDuplicated: (id: string) => void
  onOpen: (
    event: MyEvent,
    screen: 'check-in' | 'analytics' | 'settlement' | 'edit' | 'guests' | 'page',
  ) => void
}
