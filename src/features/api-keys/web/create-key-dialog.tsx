import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Checkbox } from '~/design/checkbox'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { Icon } from '~/design/icon'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { i18n } from '~/i18n/i18n'
import { type Scope, SCOPES } from '~/platform/rpc/scopes'
import { useForm } from '~/platform/rpc/use-form'
import { LIFETIMES, MAX_NAME_LENGTH } from '../rules/api-key'
import { apiKeys, apiKeysQuery } from './queries'
import type { Reauthentication } from './reauthentication'
import { scopeLabels } from './scope-labels'
import styles from './api-keys.module.css'

type Values = { name: string; scopes: readonly Scope[]; lifetime: string }

const NEVER = 'never'
const blank: Values = { name: '', scopes: [], lifetime: '90' }

type CreateKeyDialogProps = Reauthentication & { onCreated: (key: string) => void; onClose: () => void }

/** Asks for the name, scopes and lifetime of a new key. Hidden while the person reauthenticates. */
export function CreateKeyDialog(props: CreateKeyDialogProps) {
  const { withReauthentication, isReauthenticationCancelled, isReauthenticating, onCreated, onClose } = props
  const queryClient = useQueryClient()
  const form = useForm({
    blank,
    check: ({ name, scopes }: Values) => ({
      name: name.trim() === '' ? t`Enter a name.` : undefined,
      scopes: scopes.length === 0 ? t`Choose at least one scope.` : undefined,
    }),
    send: ({ name, scopes, lifetime }) =>
      withReauthentication(() =>
        apiKeys.create.call({
          name,
          scopes: [...scopes],
          expiresInDays: LIFETIMES.find((days) => String(days) === lifetime) ?? null,
        }),
      ),
    onDone: ({ key }) => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
      onCreated(key)
    },
  })
  const isCancelled = form.error !== null && isReauthenticationCancelled(form.error)
  return (
    <FormDialog
      open={!isReauthenticating}
      title={t`Create an API key`}
      description={t`A program can use this key in your name, but only for the scopes that you choose.`}
      actionLabel={t`Create key`}
      busy={form.isSending && t`Creating`}
      onSubmit={form.submit}
      onClose={onClose}
      below={<FormError isNote text={isCancelled ? undefined : form.sentence} />}
    >
      <TextField
        label={t`Name`}
        help={t`For example the program that uses it.`}
        maxLength={MAX_NAME_LENGTH}
        {...form.text('name')}
      />
      <ScopeChoice
        chosen={form.values.scopes}
        error={form.problems['scopes']}
        onChange={(scopes) => form.set({ scopes })}
      />
      <SelectField
        label={t`Expires`}
        options={[
          ...LIFETIMES.map((days) => ({ value: String(days), label: t`After ${days} days` })),
          { value: NEVER, label: t`Never` },
        ]}
        {...form.text('lifetime')}
      />
    </FormDialog>
  )
}

type ScopeChoiceProps = {
  chosen: readonly Scope[]
  error: string | undefined
  onChange: (scopes: readonly Scope[]) => void
}

function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  const errorId = useId()
  return (
    <fieldset
      className="field"
      data-invalid={error === undefined ? undefined : ''}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className="label">{t`Scopes`}</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(SCOPES.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
        >
          <code className={styles.scope}>{scope}</code>{' '}
          <span className="small muted">{i18n._(scopeLabels[scope])}</span>
        </Checkbox>
      ))}
      {error !== undefined && (
        <p className="field-error" id={errorId} role="alert">
          <Icon of={TriangleAlert} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
