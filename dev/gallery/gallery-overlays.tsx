import { Ellipsis, Info, Shield, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Blocks } from '~/design/blocks'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Dialog, DialogActions } from '~/design/dialog'
import { Drawer } from '~/design/drawer'
import { EmptyState } from '~/design/empty-state'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import { Note } from '~/design/note'
import { Popover } from '~/design/popover'
import { SegmentedControl } from '~/design/segmented-control'
import { Skeleton } from '~/design/skeleton'
import { Table } from '~/design/table'
import { TabPanel, Tabs } from '~/design/tabs'
import { TextField } from '~/design/text-field'
import { ThemeSwitch } from '~/design/theme-switch'
import { notify } from '~/design/toast'
import { ToastCard } from '~/design/toast-card'
import styles from './gallery.module.css'

const network = [
  { value: 'mine', label: 'My Connections', count: 128 },
  { value: 'pending', label: 'Pending', count: 3 },
  { value: 'sent', label: 'Sent', count: 2 },
] as const
const auth = [
  { value: 'in', label: 'Sign In' },
  { value: 'up', label: 'Sign Up' },
] as const
const views = [
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
  { value: 'genre', label: 'Genre' },
] as const

export function TabSamples() {
  const [view, setView] = useState<(typeof views)[number]['value']>('genre')
  return (
    <>
      <Tabs label="Network" tabs={network}>
        {network.map((tab) => (
          <TabPanel key={tab.value} value={tab.value}>
            {tab.label}
          </TabPanel>
        ))}
      </Tabs>
      <Tabs label="Account" tabs={auth} look="segmented">
        <TabPanel value="in">For members and customers</TabPanel>
        <TabPanel value="up">With or without a code</TabPanel>
      </Tabs>
      <SegmentedControl label="Type of room" options={views} value={view} onValueChange={setView} full />
    </>
  )
}

const doNothing = () => undefined

export function OverlaySamples() {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <div className="row wrap">
      <Dialog
        title="Create New Chat Room"
        trigger={<Button>Dialog</Button>}
        actions={
          <DialogActions>
            <Button variant="primary">Create</Button>
          </DialogActions>
        }
      >
        <TextField label="Name" labelEnd="8/50" defaultValue="Deep end" />
      </Dialog>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Are you sure?"
        description="This action cannot be undone. This will permanently delete the user account and all associated data."
        confirmLabel="Delete user"
        onConfirm={() => setIsConfirming(false)}
        trigger={<Button variant="danger">Delete user</Button>}
      />
      <Drawer label="Menu" title={<b className="bold">Menu</b>} trigger={<Button>Drawer</Button>}>
        <ThemeSwitch />
      </Drawer>
      <Drawer
        label="Notifications"
        side="right"
        title={<h2 className="title-2">Notifications</h2>}
        trigger={<Button>Panel</Button>}
      >
        <EmptyState title="Nothing new" />
      </Drawer>
      <Popover label="Share" trigger={<Button>Popover</Button>}>
        <TextField label="Address" readOnly defaultValue="https://backtoback.example/e/1" />
      </Popover>
      <Menu
        trigger={<IconButton label="Actions" icon={Ellipsis} variant="quiet" />}
        align="start"
        items={[
          { label: 'Assign moderator', icon: Shield, onSelect: doNothing },
          { label: 'Verify user', disabled: true, onSelect: doNothing },
          { separator: 'danger' },
          { label: 'Delete user', icon: Trash2, danger: true, onSelect: doNothing },
        ]}
      />
    </div>
  )
}

export function ToastSamples() {
  const again = { label: 'Try again', onClick: doNothing }
  return (
    <>
      <div className="row wrap">
        <Button onClick={() => notify.success('Connection accepted!')}>Success</Button>
        <Button onClick={() => notify.error('Failed to send message', { action: again })}>Error</Button>
        <Button onClick={() => notify.info('Invitation revoked')}>Neutral</Button>
      </div>
      <div className={styles.columns}>
        <ToastCard tone="success" text="Connection accepted!" onClose={doNothing} />
        <ToastCard tone="error" text="Please select at least one member type" onClose={doNothing} />
        <ToastCard
          tone="info"
          text="User unverified"
          action={{ label: 'Undo', onClick: doNothing }}
          onClose={doNothing}
        />
      </div>
    </>
  )
}

export function TableSamples() {
  return (
    <Table label="Orders" stacked columns={['Order', 'Status', { label: 'Total', className: 'numeric' }]}>
      {['Dust & Diamonds', 'Signal and Noise'].map((title) => (
        <tr key={title}>
          <td>{title}</td>
          <td>
            <Badge>confirmed</Badge>
          </td>
          <td className="numeric">$70.40</td>
        </tr>
      ))}
    </Table>
  )
}

export function FeedbackSamples() {
  return (
    <>
      <Note icon={Info}>Doors open at 23:00.</Note>
      <Note tone="orange" icon={TriangleAlert}>
        In 42 seconds these tickets go back on sale.
      </Note>
      <Note tone="red" icon={TriangleAlert}>
        The card was declined. Nothing was charged.
      </Note>
      <Note tone="blue" icon={Info}>
        Back in ten minutes, at 03:00.
      </Note>
      <div className="sheet stock-orange padded">
        <Blocks filled={21} label="7 minutes left" height=".75rem" />
      </div>
      <div className={styles.columns}>
        <div className="stack">
          <Skeleton ratio="4/5" />
          <Skeleton width="60%" height="1.125rem" />
          <Skeleton width="80%" height="1.375rem" />
        </div>
        <EmptyState panel title="No tickets yet" action={<Button>Browse Events</Button>} />
        <EmptyState panel title="No recent activity">
          New connections, bookings and ticket sales will show up here.
        </EmptyState>
      </div>
    </>
  )
}
