import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { Checkbox } from '~/design/checkbox'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { useForm } from '~/platform/rpc/use-form'
import type { Endpoint } from '../contract'
import { MAX_URL_LENGTH } from '../rules/endpoint-url'
import { WEBHOOK_KINDS, type WebhookKind } from '../rules/webhook-kind'
import { webhooks } from './queries'
import type { Reauthentication } from './reauthentication'
import { getKindText } from './webhook-texts'

interface WebhookDialogProps extends Reauthentication {
  /** The webhook to edit; undefined to add a webhook. */
  endpoint: Endpoint | undefined
  /** Called after saving, with the secret if the webhook is new. */
  onSaved: (secret: string | undefined) => unknown
  onClose: () => void
}

/** Asks for the address and the kinds of messages of a new webhook, or only for the kinds of an existing webhook. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { endpoint, withReauthentication, isReauthenticationCancelled, isReauthenticating } = props
  const { onSaved, onClose } = props
  const save = async (input: { url: string; kinds: WebhookKind[] }): Promise<{ secret?: string }> => {
    if (endpoint === undefined) return webhooks.create.call(input)
    await webhooks.update.call({ id: endpoint.id, kinds: input.kinds })
    return {}
  }
  const form = useForm({
    blank: { url: endpoint?.url ?? '', kinds: [...(endpoint?.kinds ?? WEBHOOK_KINDS)] },
    check: ({ kinds }) => ({ kinds: kinds.length === 0 ? t`Choose at least one message.` : undefined }),
    send: async (input) => {
      try {
        return await withReauthentication(() => save(input))
      } catch (error) {
        if (isReauthenticationCancelled(error)) return undefined
        throw error
      }
    },
    onDone: (saved) => (saved === undefined ? onClose() : onSaved(saved.secret)),
  })
  const isNew = endpoint === undefined
  const address = useRef<HTMLInputElement>(null)
  // Renders the dialog outside of the page's own forms, because a form can't contain another form.
  return createPortal(
    <FormDialog
      title={isNew ? t`Add webhook` : t`Choose messages`}
      description={isNew ? t`We send a signed message to this address when something changes.` : endpoint.url}
      open={!isReauthenticating}
      startAt={address}
      actionLabel={isNew ? t`Add webhook` : t`Save`}
      busy={form.isSending && (isNew ? t`Adding` : t`Saving`)}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={() => !isReauthenticating && onClose()}
    >
      {isNew && (
        <TextField
          ref={address}
          label={t`Address`}
          help={t`A public address that starts with https://.`}
          name="url"
          type="url"
          autoComplete="off"
          maxLength={MAX_URL_LENGTH}
          placeholder="https://"
          {...form.text('url')}
        />
      )}
      <KindChoice {...form.field('kinds')} />
      <FormError isNote text={form.sentence} />
    </FormDialog>,
    document.body,
  )
}

interface KindChoiceProps {
  value: readonly WebhookKind[]
  onValueChange: (value: WebhookKind[]) => void
  error?: string | undefined
}

function KindChoice({ value, onValueChange, error }: KindChoiceProps) {
  const toggle = (kind: WebhookKind, isOn: boolean) =>
    onValueChange(WEBHOOK_KINDS.filter((each) => (each === kind ? isOn : value.includes(each))))
  return (
    <fieldset className="stack">
      <legend className="bold">{t`Send a message when`}</legend>
      {WEBHOOK_KINDS.map((kind, index) => (
        <Checkbox
          key={kind}
          checked={value.includes(kind)}
          onChange={({ target }) => toggle(kind, target.checked)}
          error={index === WEBHOOK_KINDS.length - 1 ? error : undefined}
        >
          {getKindText(kind)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
