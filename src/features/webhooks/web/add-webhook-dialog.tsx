import { t } from '@lingui/core/macro'
import { createPortal } from 'react-dom'
import { Checkbox } from '~/design/checkbox'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { useForm } from '~/platform/rpc/use-form'
import { MAX_URL_LENGTH } from '../rules/endpoint-url'
import { WEBHOOK_KINDS, type WebhookKind } from '../rules/webhook-kind'
import { webhooks } from './queries'
import type { Reauthentication } from './reauthentication'
import { getKindText } from './webhook-texts'

const BLANK: { url: string; kinds: WebhookKind[] } = { url: '', kinds: [...WEBHOOK_KINDS] }

/** Asks for the address and the changes of a new webhook. `onAdded` gets its secret. */
export function AddWebhookDialog({
  withReauthentication,
  isReauthenticationCancelled,
  isReauthenticating,
  onAdded,
  onClose,
}: Reauthentication & { onAdded: (secret: string) => unknown; onClose: () => void }) {
  const form = useForm({
    blank: BLANK,
    check: ({ kinds }) => ({ kinds: kinds.length === 0 ? t`Choose at least one change.` : undefined }),
    send: async (input) => {
      try {
        return await withReauthentication(() => webhooks.create.call(input))
      } catch (error) {
        if (isReauthenticationCancelled(error)) return undefined
        throw error
      }
    },
    onDone: (added) => (added === undefined ? onClose() : onAdded(added.secret)),
  })
  const { kinds } = form.values
  const { onValueChange, error } = form.field('kinds')
  const toggle = (kind: WebhookKind, isOn: boolean) =>
    onValueChange(WEBHOOK_KINDS.filter((each) => (each === kind ? isOn : kinds.includes(each))))
  // Outside of the page's own forms.
  return createPortal(
    <FormDialog
      title={t`Add webhook`}
      description={t`We send a signed message to this address when something changes.`}
      open={!isReauthenticating}
      actionLabel={t`Add webhook`}
      busy={form.isSending && t`Adding`}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={() => !isReauthenticating && onClose()}
    >
      <TextField
        label={t`Address`}
        name="url"
        type="url"
        autoComplete="off"
        maxLength={MAX_URL_LENGTH}
        placeholder="https://"
        {...form.text('url')}
      />
      <fieldset className="stack">
        <legend className="bold">{t`Send a message when`}</legend>
        {WEBHOOK_KINDS.map((kind, index) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onChange={({ target }) => toggle(kind, target.checked)}
            error={index === WEBHOOK_KINDS.length - 1 ? error : undefined}
          >
            {getKindText(kind)}
          </Checkbox>
        ))}
      </fieldset>
      <FormError isNote text={form.sentence} />
    </FormDialog>,
    document.body,
  )
}
