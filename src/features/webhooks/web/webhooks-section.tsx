import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '~/design/button'
import { Checkbox } from '~/design/checkbox'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { CopyButton } from '~/design/copy-button'
import { Dialog } from '~/design/dialog'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { FormDialog } from '~/design/form-dialog'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Endpoint } from '../contract'
import { MAX_ENDPOINTS } from '../rules/endpoint-url'
import { DeliveryLog } from './delivery-log'
import { EndpointRow, type EndpointAction } from './endpoint-row'
import { TOAST, webhooks, webhooksQuery } from './queries'
import type { Reauthentication } from './reauthentication'
import { WebhookDialog } from './webhook-dialog'

type OpenAction = Extract<EndpointAction, 'log' | 'kinds' | 'rotate' | 'remove'>

const isOpening = (action: EndpointAction): action is OpenAction =>
  action === 'log' || action === 'kinds' || action === 'rotate' || action === 'remove'

interface Change {
  action: EndpointAction
  endpoint: Endpoint
  isLeaked?: boolean
}

/** Settings > Webhooks: the programs that get messages about the caller's events and bookings. */
export function WebhooksSection(reauthentication: Reauthentication) {
  const { endpoints } = useSuspenseQuery(webhooksQuery()).data
  const queryClient = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const [opened, setOpened] = useState<
    { action: OpenAction; endpoint: Endpoint } | { action: 'add'; endpoint?: undefined }
  >()
  const adder = useRef<HTMLButtonElement>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooks.key() })
  const change = useMutation({
    mutationFn: async ({ action, endpoint: { id, url }, isLeaked }: Change) => {
      const { host } = new URL(url)
      if (action === 'rotate') {
        const rotated = await reauthentication.withReauthentication(() =>
          webhooks.rotateSecret.call({ id, isLeaked }),
        )
        notify.dismiss(TOAST.about)
        setSecret(rotated.secret)
        setOpened(undefined)
      } else if (action === 'test') {
        await webhooks.test.call({ id })
        notify.success(t`Test message queued. Show messages to see its result.`, TOAST)
      } else if (action === 'remove') {
        await webhooks.remove.call({ id })
        // Closes the dialog only after the row of the removed webhook is gone. Otherwise, the dialog would return the
        // focus to the menu of that row.
        await refresh()
        setOpened(undefined)
        notify.success(t`Webhook removed: ${host}`, TOAST)
        focusIfFocusLost(() => adder.current)
      } else if (action === 'turn_on') {
        await reauthentication.withReauthentication(() => webhooks.update.call({ id, isOn: true }))
        notify.success(t`Webhook turned on: ${host}`, TOAST)
      } else {
        await webhooks.update.call({ id, isOn: false })
        notify.success(t`Webhook turned off: ${host}`, TOAST)
      }
    },
    onSuccess: (_result, { action }) => (action === 'remove' ? undefined : refresh()),
    onError: (error) => {
      if (!reauthentication.isReauthenticationCancelled(error)) notify.error(getErrorMessage(error), TOAST)
    },
  })
  return (
    <>
      {endpoints.length === 0 ? (
        <p className="muted">
          {t`Your webhooks appear here. They notify your programs of sales, check-ins and bookings.`}
        </p>
      ) : (
        <ul className="row-list">
          {endpoints.map((endpoint) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              isBusy={change.isPending}
              onAction={(action) =>
                isOpening(action) ? setOpened({ action, endpoint }) : change.mutate({ action, endpoint })
              }
            />
          ))}
        </ul>
      )}
      {endpoints.length < MAX_ENDPOINTS && (
        <div>
          <Button
            ref={adder}
            size="sm"
            variant="outline"
            icon={Plus}
            onClick={() => setOpened({ action: 'add' })}
          >
            {t`Add webhook`}
          </Button>
        </div>
      )}
      {(opened?.action === 'add' || opened?.action === 'kinds') && (
        <WebhookDialog
          {...reauthentication}
          endpoint={opened.endpoint}
          onSaved={async (added) => {
            setSecret(added)
            setOpened(undefined)
            await refresh()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {opened?.action === 'rotate' && (
        <RenewSecretDialog
          open={!reauthentication.isReauthenticating}
          isBusy={change.isPending}
          onRenew={(isLeaked) => change.mutate({ ...opened, isLeaked })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened?.action === 'log' && (
        <Dialog
          open
          onOpenChange={() => setOpened(undefined)}
          title={t`Messages`}
          description={opened.endpoint.url}
        >
          <DeliveryLog endpointId={opened.endpoint.id} />
        </Dialog>
      )}
      <ConfirmDialog
        open={opened?.action === 'remove'}
        onOpenChange={() => setOpened(undefined)}
        title={t`Remove this webhook?`}
        description={t`We stop sending messages to this address, and delete its messages from the list.`}
        confirmLabel={t`Remove webhook`}
        busy={change.isPending && t`Removing`}
        onConfirm={() => opened?.endpoint && change.mutate({ action: 'remove', endpoint: opened.endpoint })}
      />
    </>
  )
}

function RenewSecretDialog({
  open,
  isBusy,
  onRenew,
  onClose,
}: {
  open: boolean
  isBusy: boolean
  onRenew: (isLeaked: boolean) => void
  onClose: () => void
}) {
  const [isLeaked, setIsLeaked] = useState(false)
  // Renders the dialog outside of the page's own forms, because a form can't contain another form.
  return createPortal(
    <FormDialog
      title={t`Create a new secret?`}
      description={t`Your program needs the new secret. Until tomorrow we sign with both, so that you can replace the old one without missing a message.`}
      open={open}
      actionLabel={t`Create secret`}
      busy={isBusy && t`Creating`}
      onSubmit={() => onRenew(isLeaked)}
      onClose={() => open && onClose()}
    >
      <Checkbox checked={isLeaked} onChange={({ target }) => setIsLeaked(target.checked)}>
        {t`Someone else may know the old secret: stop using it now.`}
      </Checkbox>
    </FormDialog>,
    document.body,
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Copy the secret`}
      description={t`Your program verifies our signature with it. We show it only now.`}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      }
    >
      <code style={{ overflowWrap: 'anywhere' }}>{secret}</code>
      <div>
        <CopyButton value={secret} />
      </div>
    </Dialog>
  )
}
