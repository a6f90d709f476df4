import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fingerprint, Link2, Phone } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import type { LucideIcon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { formatPhone } from '~/lib/phone'
import { getLandingPath, type Role } from '../../rules/home-path'
import { OutcomeTitle } from '../outcome-title'
import { FactorDialogs, factorKinds, formatFactorName } from './factor-row'
import { UnlinkDialog } from './linked-identities'
import { RemovePasskey } from './passkeys'
import { RemovePhone } from './phone-row'
import { SettingRow } from '~/design/setting-row'
import { accountQuery, factorsQuery, identitiesQuery, passkeysQuery } from './settings-queries'

/** Reads the sign-in methods besides email and password. Returns whether there are any, and the path to continue to. */
export async function fetchOtherMethods(
  queryClient: QueryClient,
  { roles, next }: { roles: readonly Role[]; next: string | undefined },
): Promise<{ hasMethods: boolean; path: string }> {
  const [{ phone }, { factors }, { passkeys }, { identities }] = await Promise.all([
    queryClient.fetchQuery(accountQuery()),
    queryClient.fetchQuery(factorsQuery()),
    queryClient.fetchQuery(passkeysQuery()),
    queryClient.fetchQuery(identitiesQuery()),
  ])
  return {
    hasMethods: phone !== null || factors.length + passkeys.length + identities.length > 0,
    path: getLandingPath(roles, next),
  }
}

interface Closing {
  onClose: () => void
  onRemoval: () => void
}

interface Method {
  key: string
  icon: LucideIcon
  title: string
  detail: string
  removal: (closing: Closing) => ReactNode
}

function useOtherMethods(): Method[] {
  const { phone } = useSuspenseQuery(accountQuery()).data
  const { factors } = useSuspenseQuery(factorsQuery()).data
  const { passkeys } = useSuspenseQuery(passkeysQuery()).data
  const { identities } = useSuspenseQuery(identitiesQuery()).data
  return [
    ...passkeys.map((passkey) => ({
      key: passkey.id,
      icon: Fingerprint,
      title: passkey.name,
      detail: 'Passkey',
      removal: (closing: Closing) => <RemovePasskey passkey={passkey} {...closing} />,
    })),
    ...identities.map((linked) => ({
      key: linked.id,
      icon: Link2,
      title: linked.label,
      detail: linked.account ?? 'Linked account',
      removal: (closing: Closing) => <UnlinkDialog linked={linked} {...closing} />,
    })),
    ...factors.map((factor) => ({
      key: factor.id,
      icon: factorKinds[factor.kind].icon,
      title: formatFactorName(factor),
      detail: 'Two-step verification',
      removal: (closing: Closing) => (
        <FactorDialogs act="remove" factor={factor} isLast={factors.length === 1} {...closing} />
      ),
    })),
    ...(phone === null
      ? []
      : [
          {
            key: 'phone',
            icon: Phone,
            title: formatPhone(phone),
            detail: 'Phone',
            removal: (closing: Closing) => <RemovePhone phone={phone} {...closing} />,
          },
        ]),
  ]
}

/**
 * Shown after a password reset: lists every other sign-in method, with a button to remove it. Continue leads to `next`.
 */
export function OtherMethods({ next }: { next: string }) {
  const methods = useOtherMethods()
  const [removing, setRemoving] = useState<Method>()
  const end = useRef<HTMLDivElement>(null)
  const close = () => setRemoving(undefined)
  return (
    <>
      <div>
        <OutcomeTitle>
          Check your <span className="no-wrap">sign-in</span> methods
        </OutcomeTitle>
        <p className="muted">
          {methods.length > 0
            ? 'Your new password is set. These methods also sign you in. Remove any that you don’t recognize.'
            : 'You can only sign in with your email and new password.'}
        </p>
      </div>
      {methods.length > 0 && (
        <ul className="row-list" aria-label="Sign-in methods">
          {methods.map((method) => (
            <SettingRow
              key={method.key}
              icon={method.icon}
              title={method.title}
              detail={method.detail}
              end={
                <Button size="sm" aria-label={`Remove ${method.title}`} onClick={() => setRemoving(method)}>
                  Remove
                </Button>
              }
            />
          ))}
        </ul>
      )}
      <div ref={end}>
        <AnchorButton href={next} variant="primary" size="lg" full>
          Continue
        </AnchorButton>
      </div>
      {removing && (
        <RemoveMethodDialog
          method={removing}
          onClose={close}
          onRemoval={() => focusIfFocusLost(() => end.current?.querySelector('a'))}
        />
      )}
    </>
  )
}

function RemoveMethodDialog({ method, ...closing }: Closing & { method: Method }) {
  return method.removal(closing)
}
