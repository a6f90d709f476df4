import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ListSearch } from '~/design/list-search'
import { PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import { offlineSentence } from '~/platform/rpc/errors'
import type { NetworkTab } from '../contract'
import { type ConnectionAction, ConnectionsTable } from './connections-table'
import type { NetworkSearch } from './network-search'
import { countsQuery } from './queries'
import { WaitingList } from './waiting-list'
import styles from './network.module.css'

const loadBlocked = () => import('./blocked-dialog')

type NetworkPageProps = {
  search: NetworkSearch
  /** `isStep`: the change gets its own history entry. */
  onSearchChange: (search: NetworkSearch, isStep: boolean) => void
  /** An action for each connection. */
  action?: ConnectionAction
}

/** NW-01: connections, received requests and sent requests. */
export function NetworkPage({ search, onSearchChange, action }: NetworkPageProps) {
  const { q, tab = 'connections', blocked } = search
  const { data: counts } = useQuery(countsQuery())
  const clear = () => onSearchChange({ ...search, q: undefined }, false)
  const open = (next: NetworkTab) =>
    onSearchChange({ ...search, tab: next === 'connections' ? undefined : next }, false)
  const openBlocked = (isOpen: boolean) => onSearchChange({ ...search, blocked: isOpen || undefined }, isOpen)
  const blockedDialog = useLazyModule(loadBlocked, blocked === true, () => {
    openBlocked(false)
    notify.error(offlineSentence)
  })
  return (
    <div data-client-links>
      <div className={classNames('row between wrap', styles.head)}>
        <PageHead title="Network" size="title" />
        <ListSearch
          className={styles.search}
          label="Search by name or DJ name"
          placeholder="Search by name or DJ name"
          q={q}
          onSettled={(query) => onSearchChange({ ...search, q: query }, false)}
        />
      </div>
      <Tabs<NetworkTab>
        label="Network"
        value={tab}
        onValueChange={open}
        className={styles.tabs}
        tabs={[
          { value: 'connections', label: 'My Connections', count: counts?.connections },
          { value: 'pending', label: 'Pending', count: counts?.pending },
          { value: 'sent', label: 'Sent', count: counts?.sent },
        ]}
      >
        <TabPanel value="connections">
          <ConnectionsTable q={q} onClearSearch={clear} action={action} />
        </TabPanel>
        <TabPanel value="pending">
          <WaitingList tab="pending" q={q} onClearSearch={clear} />
        </TabPanel>
        <TabPanel value="sent">
          <WaitingList tab="sent" q={q} onClearSearch={clear} />
        </TabPanel>
      </Tabs>
      <p className={styles.foot}>
        <Button variant="ghost" size="sm" icon={Ban} onClick={() => openBlocked(true)}>
          Blocked
        </Button>
      </p>
      {blocked && blockedDialog && <blockedDialog.default open onClose={() => openBlocked(false)} />}
    </div>
  )
}
