import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  ChartColumn,
  Copy,
  Ellipsis,
  ExternalLink,
  LogOut,
  Pencil,
  Scale,
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
import { getErrorMessage } from '~/platform/rpc/errors'
import type { MyEvent } from '../../contract-dashboard-shapes'
import { duplicatedMessage } from '../dashboard/duplicated-message'
import { events } from '../queries'
import type { MyEventsPageProps } from './my-events-page-props'
import styles from './my-events.module.css'

type LeaveDialogProps = {
  event: MyEvent
  ownId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

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
    onError: (error) => notify.error(getErrorMessage(error), { about: event.id }),
  })
  const remove = useMutation({
    ...events.dashboard.remove.mutationOptions(),
    onSuccess: () => notify.success(`${event.title} was deleted.`),
    onError: (error) => notify.error(getErrorMessage(error), { about: event.id }),
    onSettled: () => {
      setIsRemoving(false)
      return queryClient.invalidateQueries({ queryKey: events.dashboard.key() })
    },
  })
  const items = createMenuItems(event, {
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

function createMenuItems(
  event: MyEvent,
  act: {
    open: (screen: 'check-in' | 'analytics' | 'settlement' | 'edit' | 'guests' | 'page') => void
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
    ...(isAllowed('money') && (event.revenueCents ?? 0) > 0
      ? [{ label: 'Settlement', icon: Scale, onSelect: () => act.open('settlement') }]
      : []),
    ...(isAllowed('edit') ? [{ label: 'Edit', icon: Pencil, onSelect: () => act.open('edit') }] : []),
    ...(isAllowed('guests') ? [{ label: 'Guests', icon: Users, onSelect: () => act.open('guests') }] : []),
    ...(isAllowed('team') ? [{ label: 'Duplicate', icon: Copy, onSelect: act.duplicate }] : []),
    ...(isDraft ? [] : [{ label: 'View the page', icon: ExternalLink, onSelect: () => act.open('page') }]),
    ...(hurts.length > 0 ? [{ separator: 'what hurts' }, ...hurts] : []),
  ]
}

/** Names what the person loses by leaving the team; a host keeps access to the figures. */
function describeAccess({ relations }: MyEvent): string {
  if (!relations.includes('manager')) return 'its check-in'
  return relations.includes('host') ? 'its guests and check-in' : 'its guests, figures and check-in'
}

/** Whether this person helps with the event, and so may leave its team. */
function canLeave({ relations }: MyEvent): boolean {
  return relations.includes('manager') || relations.includes('check_in')
}

/** Asks for confirmation, since only the organizer can add them back. */
function LeaveDialog({ event, ownId, open, onOpenChange }: LeaveDialogProps) {
  const queryClient = useQueryClient()
  const leave = useMutation({
    ...events.dashboard.removePerson.mutationOptions(),
    onSuccess: () => notify.success(`You left the team of ${event.title}.`),
    onError: (error) => notify.error(getErrorMessage(error), { about: event.id }),
    onSettled: () => {
      onOpenChange(false)
      return queryClient.invalidateQueries({ queryKey: events.dashboard.key() })
    },
  })
  return (
    <ConfirmDialog
      title={`Leave the team of ${event.title}?`}
      description={`You’ll lose access to ${describeAccess(event)}. Only the organizer can add you again.`}
      confirmLabel="Leave the team"
      busy={leave.isPending ? 'Leaving' : false}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={() => leave.mutate({ id: event.id, personId: ownId })}
    />
  )
}
