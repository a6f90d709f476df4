import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  ChartColumn,
  Copy,
  Ellipsis,
  ExternalLink,
  LogOut,
  Pencil,
  ScanLine,
  Trash2,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import type { MenuItem } from '~/design/menu-items'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { duplicatedMessage } from '../dashboard/duplicated-message'
import { events } from '../queries'
import { canLeave, LeaveDialog } from './leave-dialog'
import type { MyEventsPageProps } from './my-events-page-props'
import styles from './my-events.module.css'

type MyEventMenuProps = Omit<MyEventsPageProps, 'canCreate'> & { event: MyEvent }

export function MyEventMenu(props: MyEventMenuProps) {
  const { event, ownId, moreChoices, onOpen, onDuplicated } = props
  const queryClient = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const duplicate = useMutation({
    ...events.dashboard.duplicate.mutationOptions(),
    onSuccess: ({ id }) => {
      notify.success(duplicatedMessage)
      onDuplicated(id)
    },
    onError: (error) => notify.error(errorMessage(error), { about: event.id }),
  })
  const remove = useMutation({
    ...events.dashboard.remove.mutationOptions(),
    onSuccess: () => notify.success(`${event.title} was deleted.`),
    onError: (error) => notify.error(errorMessage(error), { about: event.id }),
    onSettled: () => {
      setIsRemoving(false)
      return queryClient.invalidateQueries({ queryKey: events.dashboard.key() })
    },
  })
  const items = listChoices(event, {
    open: (screen) => onOpen(event, screen),
    duplicate: () => duplicate.mutate({ id: event.id }),
    remove: () => setIsRemoving(true),
    leave: () => setIsLeaving(true),
    more: moreChoices(event),
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton
            className={styles.menu}
            label={`Actions for ${event.title}`}
            icon={Ellipsis}
            tooltip={false}
          />
        }
        items={items}
      />
      <ConfirmDialog
        title={`Delete ${event.title}?`}
        description="This permanently deletes the draft with its line-up and ticket types."
        confirmLabel="Delete the draft"
        busy={remove.isPending ? 'Deleting' : false}
        open={isRemoving}
        onOpenChange={setIsRemoving}
        onConfirm={() => remove.mutate({ id: event.id })}
      />
      <LeaveDialog event={event} ownId={ownId} open={isLeaving} onOpenChange={setIsLeaving} />
    </>
  )
}

function listChoices(
  event: MyEvent,
  act: {
    open: (screen: 'check-in' | 'analytics' | 'edit' | 'guests' | 'page') => void
    duplicate: () => void
    remove: () => void
    leave: () => void
    more: readonly MenuItem[]
  },
): MenuItem[] {
  const { actions: acts, status } = event
  const isDraft = status === 'draft'
  const isAllowed = (name: MyEvent['actions'][number]) => acts.includes(name)
  const hurts: MenuItem[] = [
    ...act.more,
    ...(isDraft && isAllowed('team')
      ? [{ label: 'Delete the draft', icon: Trash2, danger: true, onSelect: act.remove }]
      : []),
    ...(canLeave(event)
      ? [{ label: 'Leave the team', icon: LogOut, danger: true, onSelect: act.leave }]
      : []),
  ]
  return [
    ...(isAllowed('check_in') && !isDraft
      ? [{ label: 'Open check-in', icon: ScanLine, onSelect: () => act.open('check-in') }]
      : []),
    ...(isAllowed('sales') || isAllowed('guests')
      ? [{ label: 'Analytics', icon: ChartColumn, onSelect: () => act.open('analytics') }]
      : []),
    ...(isAllowed('edit') ? [{ label: 'Edit', icon: Pencil, onSelect: () => act.open('edit') }] : []),
    ...(isAllowed('guests') ? [{ label: 'Guests', icon: Users, onSelect: () => act.open('guests') }] : []),
    ...(isAllowed('team') ? [{ label: 'Duplicate', icon: Copy, onSelect: act.duplicate }] : []),
    ...(isDraft ? [] : [{ label: 'View the page', icon: ExternalLink, onSelect: () => act.open('page') }]),
    ...(hurts.length > 0 ? [{ separator: 'what hurts' }, ...hurts] : []),
  ]
}
