import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MonitorCheck, KeyRound } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { notify } from '~/design/toast'
import { identity } from '../queries'
import { pluralize } from '~/lib/pluralize'
import { Button } from '~/design/button'
import { AddFactor } from './add-factor'
import { FactorDialogs, type FactorChoice, FactorRow } from './factor-row'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { factorsQuery, recoveryCodesQuery } from './settings-queries'
import { useChange } from './use-change'
import { SettingRow } from '~/design/setting-row'
import styles from './settings-parts.module.css'
import { Badge } from '~/design/badge'
import { RECOVERY_CODES } from '../../rules/factor'
import { ConfirmChange } from './change-dialogs'

// With this many unused codes or fewer, the row shows a warning.
const FEW = 3

/** the two-step verification methods, recovery codes and trusted browsers. */
export function Factors() {
  const { factors } = useSuspenseQuery(factorsQuery()).data
  const [chosen, setChosen] = useState<FactorChoice>()
  const [codes, setCodes] = useState<readonly string[]>()
  const place = useRef<HTMLDivElement>(null)
  const goOn = () => focusIfFocusLost(() => place.current?.querySelector<HTMLElement>('button'))
  return (
    <>
      {factors.length > 0 && (
        <ul className="row-list">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onChoose={(act) => setChosen({ act, factor })} />
          ))}
          <RecoveryCodes />
          <TrustedBrowsers onRemoval={goOn} />
        </ul>
      )}
      <div ref={place} className={classNames('stack', styles.add)}>
        <AddFactor isFirst={factors.length === 0} onCodes={setCodes} />
      </div>
      {chosen && (
        <FactorDialogs
          {...chosen}
          isLast={factors.length === 1}
          onClose={() => setChosen(undefined)}
          onRemoval={goOn}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            notify.success('Two-step verification is on.')
          }}
        />
      )}
    </>
  )
}

/**
 * The number of trusted browsers; renders nothing if there are none. `onRemoval` must move the focus, because the
 * focused button disappears with its row.
 */
function TrustedBrowsers({ onRemoval }: { onRemoval: () => void }) {
  const { trustedBrowsers, isThisBrowserTrusted } = useSuspenseQuery(factorsQuery()).data
  const forget = useChange({
    call: () => identity.factors.forgetBrowsers.call(),
    onDone: () => {
      notify.success('Every browser asks for two-step verification again.')
      onRemoval()
    },
  })
  if (trustedBrowsers === 0) return null
  return (
    <SettingRow
      icon={MonitorCheck}
      title="Trusted browsers"
      detail={`${pluralize(trustedBrowsers, 'browser')}, trusted for 30 days${isThisBrowserTrusted ? ', including this one' : ''}`}
      end={
        <Button size="sm" busy={forget.isPending && 'Removing trust'} onClick={() => forget.mutate()}>
          Remove trust
        </Button>
      }
    />
  )
}

/** Settings row of the recovery codes: how many are left, and a button to make ten new ones. */
function RecoveryCodes() {
  const { left } = useSuspenseQuery(recoveryCodesQuery()).data
  const [isConfirming, setIsConfirming] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <>
      <SettingRow
        icon={KeyRound}
        title="Recovery codes"
        badge={left <= FEW && <Badge tone="orange">{left === 0 ? 'none left' : 'few left'}</Badge>}
        detail={`${left} of ${RECOVERY_CODES} left`}
        end={
          <Button size="sm" onClick={() => setIsConfirming(true)}>
            Create new codes
          </Button>
        }
      />
      {isConfirming && (
        <ConfirmChange
          title="Create new recovery codes?"
          description="You get ten new codes. Your current codes stop working."
          confirmLabel="Create new codes"
          danger={false}
          busyLabel="Creating"
          change={() => identity.recoveryCodes.renew.call()}
          onDone={(fresh) => setCodes(fresh.codes)}
          onClose={() => setIsConfirming(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
