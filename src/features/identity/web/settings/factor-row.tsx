import { KeySquare, MessageSquareText, Pencil, Smartphone } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import type { LucideIcon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import type { FactorKind } from '../../rules/factor'
import { SettingRow } from './setting-row'
import { useFormatAddedAndUsed } from './use-format-added-and-used'

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

export function nameOfFactor({ kind, name }: Pick<Factor, 'kind' | 'name'>): string {
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
  const name = nameOfFactor(factor)
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
