import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { listLinksAndButtons, focusIfFocusLost } from '~/design/focus-if-lost'
import { notify } from '~/design/toast'
import { LAST_SIGN_IN_METHOD } from '../../rules/provider-sentences'
import { identity } from '../queries'
import { useRedirect } from '../use-redirect'
import { ConfirmChange } from './change-dialogs'
import { SettingRow } from '~/design/setting-row'
import { identitiesQuery } from './settings-queries'
import { ignoreNotFound } from './use-change'
import { isReauthenticationCancelled, useWithReauthentication } from './use-with-reauthentication'
import { useFormatAddedAndUsed } from './use-format-added-and-used'

type Linked = Awaited<ReturnType<typeof identity.identities.list.call>>['identities'][number]

/** Returns whether the section has content: a linked account or a provider to link. */
export function useHasIdentities(): boolean {
  const { data, isError } = useQuery(identitiesQuery())
  // After an error, the section is shown with the message.
  return data === undefined ? isError : data.identities.length + data.linkable.length > 0
}

/** the linked provider accounts. `here`: path to return to after linking. */
export function LinkedIdentities({ here }: { here: string }) {
  const { identities, linkable } = useSuspenseQuery(identitiesQuery()).data
  const [unlinking, setUnlinking] = useState<Linked>()
  const list = useRef<HTMLUListElement>(null)
  const withReauthentication = useWithReauthentication()
  const { depart, leaving } = useRedirect(
    ({ name }) => withReauthentication(() => identity.identities.link.call({ name, next: `${here}#linked` })),
    // No error is shown if the person canceled the reauthentication.
    { onError: isReauthenticationCancelled },
  )
  const formatAddedAndUsed = useFormatAddedAndUsed()
  const isStuck = identities.some(({ canUnlink }) => !canUnlink)
  return (
    <>
      <ul className="row-list" ref={list} tabIndex={-1} aria-label="Linked accounts">
        {identities.map((linked) => (
          <SettingRow
            key={linked.id}
            title={linked.label}
            detail={[
              linked.account ?? undefined,
              formatAddedAndUsed({ addedAt: linked.createdAt, lastUsedAt: linked.lastSignedInAt }),
            ]
              .filter((part) => part !== undefined)
              .join(' · ')}
            end={
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Unlink ${linked.label}`}
                aria-disabled={!linked.canUnlink || undefined}
                aria-describedby={linked.canUnlink ? undefined : 'last-way-in'}
                onClick={() => setUnlinking(linked)}
              >
                Unlink
              </Button>
            }
          />
        ))}
        {linkable.map(({ name, label }) => (
          <SettingRow
            key={name}
            title={label}
            detail="Not linked"
            end={
              <Button
                size="sm"
                aria-label={`Link ${label}`}
                busy={leaving === name && 'Opening'}
                onClick={() => depart({ name })}
              >
                Link
              </Button>
            }
          />
        ))}
      </ul>
      {isStuck && (
        <p className="small muted" id="last-way-in">
          {LAST_SIGN_IN_METHOD}
        </p>
      )}
      {unlinking && (
        <UnlinkDialog
          linked={unlinking}
          onClose={() => setUnlinking(undefined)}
          onRemoval={() =>
            focusIfFocusLost(() => list.current && (listLinksAndButtons(list.current)[0] ?? list.current))
          }
        />
      )}
    </>
  )
}

type UnlinkProps = { linked: Linked; onClose: () => void; onRemoval: () => void }

export function UnlinkDialog({ linked, onClose, onRemoval }: UnlinkProps) {
  return (
    <ConfirmChange
      title={`Unlink ${linked.label}?`}
      description={`You can no longer sign in with ${linked.label}. You can link it again.`}
      confirmLabel="Unlink"
      busyLabel="Unlinking"
      change={() => ignoreNotFound(identity.identities.unlink.call({ id: linked.id }))}
      onDone={() => {
        notify.success(`${linked.label} is no longer linked.`)
        onRemoval()
      }}
      onClose={onClose}
    />
  )
}
