import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { LAST_WAY_IN } from '../../rules/provider-sentences'
import { identity } from '../queries'
import { ConfirmChange } from './confirm-change'
import { SettingRow } from './setting-row'
import { identitiesQuery } from './settings-queries'
import { useChange } from './use-change'
import { useKeptWords } from './use-when-words'

type Linked = Awaited<ReturnType<typeof identity.identities.list.call>>['identities'][number]

/** Whether there is anything to link here, or linked from before. */
export function useHasIdentities(): boolean {
  const { identities, linkable } = useSuspenseQuery(identitiesQuery()).data
  return identities.length + linkable.length > 0
}

/** A-09 the accounts elsewhere that open this one. `here`: the path that the way back leads to. */
export function LinkedIdentities({ here }: { here: string }) {
  const { identities, linkable } = useSuspenseQuery(identitiesQuery()).data
  const [leaving, setLeaving] = useState<Linked>()
  const words = useKeptWords()
  const isStuck = identities.some(({ canUnlink }) => !canUnlink)
  return (
    <>
      <ul className="rows">
        {identities.map((linked) => (
          <SettingRow
            key={linked.id}
            title={linked.label}
            detail={[
              linked.account ?? undefined,
              words({ addedAt: linked.createdAt, lastUsedAt: linked.lastSignedInAt }),
            ]
              .filter((one) => one !== undefined)
              .join(' · ')}
            end={
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Unlink ${linked.label}`}
                aria-disabled={!linked.canUnlink || undefined}
                aria-describedby={linked.canUnlink ? undefined : 'last-way-in'}
                onClick={() => setLeaving(linked)}
              >
                Unlink
              </Button>
            }
          />
        ))}
        {linkable.map(({ name, label }) => (
          <Linkable key={name} name={name} label={label} here={here} />
        ))}
      </ul>
      {isStuck && (
        <p className="small m2" id="last-way-in">
          {LAST_WAY_IN}
        </p>
      )}
      {leaving && <Unlink linked={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function Linkable({ name, label, here }: { name: string; label: string; here: string }) {
  const link = useChange({
    call: () => identity.identities.link.call({ name, next: `${here}#linked` }),
    onDone: ({ url }) => window.location.assign(url),
  })
  return (
    <SettingRow
      title={label}
      detail="Not linked"
      end={
        <Button
          size="sm"
          aria-label={`Link ${label}`}
          busy={link.isPending && 'Going there'}
          onClick={() => link.mutate()}
        >
          Link
        </Button>
      }
    />
  )
}

function Unlink({ linked, onClose }: { linked: Linked; onClose: () => void }) {
  const unlink = useChange({
    call: () => identity.identities.unlink.call({ id: linked.id }),
    onDone: () => {
      onClose()
      notify.success(`${linked.label} is no longer linked.`)
    },
  })
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Unlink ${linked.label}?`}
      description={`Signing in with ${linked.label} no longer opens this account. You can link it again.`}
      confirmLabel="Unlink"
      busy={unlink.isPending && 'Unlinking'}
      onConfirm={() => unlink.mutate()}
    />
  )
}
