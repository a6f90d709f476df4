import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { TabPanel, Tabs } from '~/design/tabs'
import { formatUrl } from '~/lib/search-parameters'
import { codeCountsQuery, invitations, requestCountQuery } from '../queries'
import { CodesTab } from './codes-tab'
import { GenerateCodeButtons } from './generate-code-buttons'
import type { InvitationsSearch, InvitationsTab } from './invitations-search'
import { RequestsTab } from './requests-tab'
import { TreeTab } from './tree-tab'
import styles from './invitations.module.css'

type InvitationsPageProps = {
  search: InvitationsSearch
  /** `isStep`: the change adds an entry to the browser history. */
  onSearchChange: (search: InvitationsSearch, isStep: boolean) => void
}

export function InvitationsPage({ search, onSearchChange }: InvitationsPageProps) {
  const { tab = 'codes' } = search
  const queryClient = useQueryClient()
  const { data: counts } = useQuery(codeCountsQuery())
  const { data: requests } = useQuery(requestCountQuery())
  const [fresh, setFresh] = useState<readonly string[]>([])
  const open = (next: InvitationsTab) => onSearchChange({ tab: next === 'codes' ? undefined : next }, true)
  const showFresh = async (ids: readonly string[]) => {
    setFresh(ids)
    const isInView = tab === 'codes' && (search.status === undefined || search.status === 'pending')
    if (!isInView || search.q !== undefined || search.after !== undefined || search.before !== undefined)
      onSearchChange({}, true)
    await queryClient.invalidateQueries({ queryKey: invitations.key() })
  }
  return (
    <div data-full-width data-client-links>
      <div className="row between wrap">
        <h1 className="title-1">Invitations</h1>
        <div className={classNames('row', styles.head)}>
          <AnchorButton icon={Download} href={getExportHref(search)} download>
            Export
          </AnchorButton>
          <GenerateCodeButtons onGenerated={(ids) => void showFresh(ids)} />
        </div>
      </div>
      <Tabs<InvitationsTab>
        label="Invitations"
        value={tab}
        onValueChange={open}
        className={styles.tabs}
        tabs={[
          { value: 'codes', label: 'Codes', count: counts?.all },
          { value: 'requests', label: 'Requests', count: requests?.pending },
          { value: 'tree', label: 'Tree' },
        ]}
      >
        <TabPanel value="codes">
          <CodesTab search={search} onSearchChange={onSearchChange} fresh={fresh} />
        </TabPanel>
        <TabPanel value="requests">
          <RequestsTab search={search} onSearchChange={onSearchChange} />
        </TabPanel>
        <TabPanel value="tree">
          <TreeTab search={search} onSearchChange={onSearchChange} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** Returns the CSV path of the open list: codes with their filter, or requests. */
function getExportHref({ tab, status, q, answered }: InvitationsSearch): string {
  if (tab === 'requests') return `/admin/invite-requests.csv?status=${answered ? 'answered' : 'pending'}`
  return formatUrl('/admin/invitations.csv', { status, q: tab === 'tree' ? undefined : q })
}
