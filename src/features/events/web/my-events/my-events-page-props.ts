import type { MenuItem } from '~/design/menu-items'
import type { MyEvent } from '../../contract-desk-shapes'

export type { MyEvent }

export interface MyEventsPageProps {
  ownId: string
  /** Only members make events. */
  canCreate: boolean
  /** What else may be done with an event: postponing and cancelling. */
  moreChoices: (event: MyEvent) => readonly MenuItem[]
  onDuplicated: (id: string) => void
  onOpen: (event: MyEvent, screen: 'door' | 'analytics' | 'edit' | 'guests' | 'page') => void
}
