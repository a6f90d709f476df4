import { useSuspenseQuery } from '@tanstack/react-query'
import { MonitorCheck } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { countOf } from '~/lib/count-of'
import { identity } from '../queries'
import { SettingRow } from './setting-row'
import { factorsQuery } from './settings-queries'
import { useChange } from './use-change'

/** The browsers that are not asked for the second factor; nothing while there are none. `onGone`: what held the focus is no more. */
export function TrustedBrowsers({ onGone }: { onGone: () => void }) {
  const { trustedBrowsers, isThisBrowserTrusted } = useSuspenseQuery(factorsQuery()).data
  const forget = useChange({
    call: () => identity.factors.forgetBrowsers.call(),
    onDone: () => {
      notify.success('Every browser is asked again.')
      onGone()
    },
  })
  if (trustedBrowsers === 0) return null
  return (
    <SettingRow
      icon={MonitorCheck}
      title="Trusted browsers"
      detail={`${countOf(trustedBrowsers, 'browser')}, not asked for 30 days${isThisBrowserTrusted ? ', this one among them' : ''}`}
      end={
        <Button size="sm" busy={forget.isPending && 'Asking again'} onClick={() => forget.mutate()}>
          Ask everywhere
        </Button>
      }
    />
  )
}
