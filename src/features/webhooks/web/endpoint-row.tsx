import { t } from '@lingui/core/macro'
import { Ellipsis, Webhook } from 'lucide-react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { Menu, type MenuAction } from '~/design/menu'
import { SettingRow } from '~/design/setting-row'
import type { Endpoint } from '../contract'
import { getKindText } from './webhook-texts'

export type EndpointAction = 'log' | 'kinds' | 'test' | 'rotate' | 'turn_on' | 'turn_off' | 'remove'

/** A row of the settings with a webhook, its state and its actions. */
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
  const trigger = (
    <IconButton
      size="sm"
      variant="ghost"
      icon={Ellipsis}
      label={t`More for ${url}`}
      tooltip={false}
      aria-disabled={isBusy || undefined}
    />
  )
  const toItem = (label: string, action: EndpointAction): MenuAction => ({
    label,
    onSelect: () => !isBusy && onAction(action),
  })
  return (
    <SettingRow
      icon={Webhook}
      iconTone={isOff ? 'red' : endpoint.failingSince === null ? undefined : 'orange'}
      title={<span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
      badge={<EndpointBadge endpoint={endpoint} />}
      detail={kinds.map(getKindText).join(', ')}
    >
      <div className="row wrap">
        <Button
          size="sm"
          variant="outline"
          aria-label={t`Show messages: ${url}`}
          onClick={() => onAction('log')}
        >
          {t`Show messages`}
        </Button>
        <Menu
          align="start"
          trigger={trigger}
          items={[
            ...(isOff ? [toItem(t`Turn on`, 'turn_on')] : [toItem(t`Send test`, 'test')]),
            toItem(t`Choose messages`, 'kinds'),
            toItem(t`Create new secret`, 'rotate'),
            ...(isOff ? [] : [toItem(t`Turn off`, 'turn_off')]),
            { ...toItem(t`Remove webhook`, 'remove'), danger: true },
          ]}
        />
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
