import { t } from '@lingui/core/macro'
import { Webhook } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { SettingRow } from '~/design/setting-row'
import type { Endpoint } from '../contract'
import { getKindText } from './webhook-texts'

export type EndpointAction = 'log' | 'kinds' | 'test' | 'rotate' | 'turn_on' | 'turn_off' | 'remove'

/** A webhook with its state and its actions. */
export function EndpointRow({
  endpoint,
  isBusy,
  onAction,
}: {
  endpoint: Endpoint
  isBusy: boolean
  onAction: (action: EndpointAction) => void
}) {
  const { url, kinds, disabledAt } = endpoint
  const isOff = disabledAt !== null
  const actions: { action: EndpointAction; label: string }[] = [
    { action: 'log', label: t`Show messages` },
    { action: 'kinds', label: t`Choose messages` },
    ...(isOff ? [] : [{ action: 'test' as const, label: t`Send test` }]),
    { action: 'rotate', label: t`Create new secret` },
    isOff ? { action: 'turn_on', label: t`Turn on` } : { action: 'turn_off', label: t`Turn off` },
    { action: 'remove', label: t`Remove webhook` },
  ]
  return (
    <SettingRow
      icon={Webhook}
      iconTone={isOff ? 'red' : endpoint.failingSince === null ? undefined : 'orange'}
      title={<span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
      badge={<EndpointBadge endpoint={endpoint} />}
      detail={kinds.map(getKindText).join(', ')}
    >
      <div className="row wrap">
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            size="sm"
            variant="ghost"
            aria-label={`${label}: ${url}`}
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && onAction(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </SettingRow>
  )
}

function EndpointBadge({ endpoint: { disabledReason, failingSince } }: { endpoint: Endpoint }) {
  if (disabledReason === 'gone') return <Badge tone="red">{t`off: the receiver responded with 410`}</Badge>
  if (disabledReason === 'failing') return <Badge tone="red">{t`off: failed for 5 days`}</Badge>
  if (disabledReason === 'owner') return <Badge>{t`off`}</Badge>
  return failingSince === null ? null : <Badge tone="orange">{t`failing`}</Badge>
}
