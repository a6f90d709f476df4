import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  ChartColumn,
  Copy,
  Ellipsis,
  Eye,
  Scale,
  ScanLine,
  Trash2,
  Undo2,
  UserRoundPen,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { IconButton } from '~/design/icon-button'
import { Menu } from '~/design/menu'
import type { MenuItem } from '~/design/menu-items'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { EventDraft } from '../../../contract-dashboard'
import { events } from '../../queries'
import { duplicatedMessage } from '../duplicated-message'
import type { EventEditor } from './use-event-editor'
import type { Publishing } from './use-publishing'

type EventMenuProps = {
  draft: EventDraft
  editor: EventEditor
  publishing: Publishing
  onPreview: () => void
  onHandOver: () => void
  /** Whether the person can duplicate the event, which only members can. */
  canDuplicate: boolean
  /** Items of other features: cancelling and postponing. */
  changeItems: readonly MenuItem[]
  hasPaidTickets: boolean
}

/** Menu of the less frequent actions that this person may take. */
export function EventMenu(props: EventMenuProps) {
  const { draft, editor, publishing, onPreview, onHandOver, canDuplicate, changeItems, hasPaidTickets } =
    props
  const router = useRouter()
  const [pendingAction, setPendingAction] = useState<'unpublish' | 'remove'>()
  const { id, actions: acts, status, soldOrHeld, isPaidOut } = draft

  const duplicate = useMutation({
    mutationFn: async () => {
      await editor.flush()
      return await events.dashboard.duplicate.call({ id })
    },
    onSuccess: async (copy) => {
      notify.success(duplicatedMessage)
      await router.navigate({ to: '/dashboard/events/$id/edit', params: { id: copy.id } })
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const remove = useMutation({
    mutationFn: () => events.dashboard.remove.call({ id }),
    onSuccess: async () => {
      notify.success('Draft deleted')
      await router.navigate({ href: '/dashboard/events' })
    },
    onError: (error) => {
      setPendingAction(undefined)
      notify.error(getErrorMessage(error))
    },
  })

  const canUnpublish = status === 'published' && acts.includes('publish') && soldOrHeld === 0 && !isPaidOut
  // Pages of a published event; a draft has no guests or sales.
  const screens: MenuItem[] = [
    ...(acts.includes('sales') || acts.includes('guests')
      ? [
          {
            label: 'Analytics',
            icon: ChartColumn,
            onSelect: () => void router.navigate({ to: '/dashboard/events/$id/analytics', params: { id } }),
          },
        ]
      : []),
    ...(acts.includes('money') && hasPaidTickets
      ? [
          {
            label: 'Settlement',
            icon: Scale,
            onSelect: () => void router.navigate({ to: '/dashboard/events/$id/settlement', params: { id } }),
          },
        ]
      : []),
    ...(acts.includes('guests')
      ? [
          {
            label: 'Guests',
            icon: Users,
            onSelect: () => void router.navigate({ to: '/dashboard/events/$id/guests', params: { id } }),
          },
        ]
      : []),
    ...(acts.includes('check_in')
      ? [
          {
            label: 'Open check-in',
            icon: ScanLine,
            onSelect: () => void router.navigate({ to: '/dashboard/events/$id/check-in', params: { id } }),
          },
        ]
      : []),
  ]
  const items: MenuItem[] = [
    { label: 'Preview', icon: Eye, onSelect: onPreview },
    ...(status === 'draft' ? [] : screens),
    ...(canDuplicate ? [{ label: 'Duplicate', icon: Copy, onSelect: () => duplicate.mutate() }] : []),
    ...(acts.includes('team') ? [{ label: 'Hand over', icon: UserRoundPen, onSelect: onHandOver }] : []),
    ...(canUnpublish
      ? [{ label: 'Unpublish', icon: Undo2, onSelect: () => setPendingAction('unpublish') }]
      : []),
    ...(changeItems.length > 0 ? [{ separator: 'event' }, ...changeItems] : []),
    ...(draft.canBeRemoved && acts.includes('team')
      ? [
          { separator: 'remove' },
          { label: 'Delete draft', icon: Trash2, danger: true, onSelect: () => setPendingAction('remove') },
        ]
      : []),
  ]
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label="More" tooltip={false} />} items={items} />
      <ConfirmDialog
        open={pendingAction === 'unpublish'}
        onOpenChange={(isOpen) => !isOpen && setPendingAction(undefined)}
        title="Unpublish this event?"
        description="Its page and its tickets are hidden until you publish it again. No tickets have been sold."
        confirmLabel="Unpublish"
        danger={false}
        busy={publishing.busy ?? false}
        onConfirm={() => void publishing.unpublish().then(() => setPendingAction(undefined))}
      />
      <ConfirmDialog
        open={pendingAction === 'remove'}
        onOpenChange={(isOpen) => !isOpen && setPendingAction(undefined)}
        title="Delete this draft?"
        description="This permanently deletes its texts, line-up and ticket types."
        confirmLabel="Delete draft"
        busy={remove.isPending ? 'Deleting' : false}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
