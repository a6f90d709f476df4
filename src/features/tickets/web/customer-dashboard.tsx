import { Settings } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { VisuallyHidden } from '~/design/visually-hidden'
import { TabPanel, Tabs } from '~/design/tabs'
import { type EventNote, MyTickets } from './my-tickets'
import styles from './tickets.module.css'

type DashboardTab = 'tickets' | 'orders'
const TABS = [
  { value: 'tickets', label: 'My Tickets' },
  { value: 'orders', label: 'Order History' },
] as const

/**
 * 'My Dashboard' of a customer (C-01); the open tab is in the URL. `checkIn`: a link to today's check-in, for check-in
 * staff.
 */
export function CustomerDashboard({
  tab,
  onTab,
  checkIn,
  orders,
  EventNote,
}: {
  tab: DashboardTab
  onTab: (tab: DashboardTab) => void
  checkIn?: ReactNode
  orders: ReactNode
  EventNote: EventNote
}) {
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <div className="row between wrap">
        <h1 className="display">My Dashboard</h1>
        <LinkButton
          className={styles.flush}
          size="sm"
          variant="ghost"
          icon={Settings}
          to="/customer/settings"
        >
          Settings
        </LinkButton>
      </div>
      {checkIn}
      <Tabs className={styles.tabs} label="My Dashboard" tabs={TABS} value={tab} onValueChange={onTab}>
        <TabPanel value="tickets">
          <Suspense fallback={<Loading />}>
            <MyTickets EventNote={EventNote} />
          </Suspense>
        </TabPanel>
        <TabPanel value="orders">
          <Suspense fallback={<Loading />}>{orders}</Suspense>
        </TabPanel>
      </Tabs>
    </main>
  )
}

function Loading() {
  return (
    <div className={classNames('stack', styles.heading)} aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton height="23.75rem" />
      <Skeleton height="3.5rem" />
    </div>
  )
}
