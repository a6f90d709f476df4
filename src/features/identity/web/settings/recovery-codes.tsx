import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { RECOVERY_CODES } from '../../rules/factor'
import { identity } from '../queries'
import { ConfirmChange } from './confirm-change'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { SettingRow } from './setting-row'
import { recoveryCodesQuery } from './settings-queries'
import { useChange } from './use-change'

// From this number on, the row warns.
const FEW = 3

/** Settings row of the recovery codes: how many are left, and a button to make ten new ones. */
export function RecoveryCodes() {
  const { left } = useSuspenseQuery(recoveryCodesQuery()).data
  const [isConfirming, setIsConfirming] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = useChange({
    call: () => identity.recoveryCodes.renew.call(),
    onDone: (fresh) => {
      setIsConfirming(false)
      setCodes(fresh.codes)
    },
  })
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
          onClose={() => setIsConfirming(false)}
          title="Create new recovery codes?"
          description="You get ten new codes. Your current codes stop working."
          confirmLabel="Create new codes"
          danger={false}
          busy={renew.isPending && 'Creating'}
          onConfirm={() => renew.mutate()}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
