import { KeySquare, MessageSquareText, Pencil, Smartphone } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import type { LucideIcon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { notify } from '~/design/toast'
import { type FactorKind, FRIENDLY_NAME_MAX } from '../../rules/factor'
import { SettingRow } from '~/design/setting-row'
import { useFormatAddedAndUsed } from './use-format-added-and-used'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { NameDialog } from './name-dialog'
import { ignoreNotFound } from './use-change'

export type Factor = {
  id: string
  kind: FactorKind
  name: string | null
  phone: string | null
  addedAt: string
  lastUsedAt: string | null
}

export const factorKinds: Readonly<Record<FactorKind, { label: string; icon: LucideIcon }>> = {
  totp: { label: 'Authenticator app', icon: Smartphone },
  phone: { label: 'Text message', icon: MessageSquareText },
  webauthn: { label: 'Security key', icon: KeySquare },
}

export function formatFactorName({ kind, name }: Pick<Factor, 'kind' | 'name'>): string {
  return name ?? factorKinds[kind].label
}

export function FactorRow({
  factor,
  onChoose,
}: {
  factor: Factor
  onChoose: (act: 'rename' | 'remove') => void
}) {
  const formatAddedAndUsed = useFormatAddedAndUsed()
  const name = formatFactorName(factor)
  const { label, icon } = factorKinds[factor.kind]
  const about = [name === label ? undefined : label, factor.phone ?? undefined].filter(
    (part) => part !== undefined,
  )
  return (
    <SettingRow
      icon={icon}
      title={name}
      badge={<Badge tone="green">on</Badge>}
      detail={[...about, formatAddedAndUsed(factor)].join(' · ')}
      end={
        <>
          <IconButton size="sm" icon={Pencil} label={`Rename ${name}`} onClick={() => onChoose('rename')} />
          <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={() => onChoose('remove')}>
            Remove
          </Button>
        </>
      }
    />
  )
}

export type FactorChoice = { act: 'rename' | 'remove'; factor: Factor }

type FactorDialogsProps = FactorChoice & {
  /** Whether this is the last factor. Removing it turns two-step verification off. */
  isLast: boolean
  onClose: () => void
  /** Called when the factor was removed, and with it the row and its focused button. */
  onRemoval: () => void
}

export function FactorDialogs({ act, ...props }: FactorDialogsProps) {
  return act === 'rename' ? <RenameFactor {...props} /> : <RemoveFactor {...props} />
}

type Props = Omit<FactorDialogsProps, 'act'>

function RenameFactor({ factor, onClose }: Props) {
  return (
    <NameDialog
      title="Rename this method"
      name={formatFactorName(factor)}
      max={FRIENDLY_NAME_MAX}
      save={(name) => identity.factors.rename.call({ factorId: factor.id, name })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function RemoveFactor({ factor, isLast, onClose, onRemoval }: Props) {
  const name = formatFactorName(factor)
  return (
    <ConfirmChange
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'This turns off two-step verification: after that, your password or a code is enough to sign in. Your recovery codes stop working.'
          : 'We’ll no longer ask for this method. Your other methods still work.'
      }
      confirmLabel="Remove"
      busyLabel="Removing"
      change={() => ignoreNotFound(identity.factors.remove.call({ factorId: factor.id }))}
      onDone={() => {
        notify.success(`Removed: ${name}`)
        onRemoval()
      }}
      onClose={onClose}
    />
  )
}
