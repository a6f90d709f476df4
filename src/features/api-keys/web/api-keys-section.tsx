import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { SettingRow } from '~/design/setting-row'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort, formatShortDate } from '~/lib/time'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { ApiKey } from '../contract'
import { CreateKeyDialog } from './create-key-dialog'
import { NewKeyDialog } from './new-key-dialog'
import { apiKeys, apiKeysQuery } from './queries'
import type { Reauthentication } from './reauthentication'
import styles from './api-keys.module.css'

/** Settings > API keys: lists, creates and revokes the person's keys. */
export function ApiKeysSection(reauthentication: Reauthentication) {
  const { keys } = useSuspenseQuery(apiKeysQuery()).data
  const [isCreating, setIsCreating] = useState(false)
  const [newKey, setNewKey] = useState<string>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const adder = useRef<HTMLButtonElement>(null)
  return (
    <>
      {keys.length === 0 ? (
        <p className="muted">{t`Your API keys appear here.`}</p>
      ) : (
        <ul className="row-list" aria-label={t`API keys`}>
          {keys.map((apiKey) => (
            <KeyRow key={apiKey.id} apiKey={apiKey} onRevoke={() => setRevoking(apiKey)} />
          ))}
        </ul>
      )}
      <Addresses />
      <Button
        ref={adder}
        className={styles.start}
        variant="outline"
        size="sm"
        icon={Plus}
        onClick={() => setIsCreating(true)}
      >
        {t`Create API key`}
      </Button>
      {isCreating && (
        <CreateKeyDialog
          {...reauthentication}
          onCreated={(key) => {
            setIsCreating(false)
            setNewKey(key)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {newKey !== undefined && <NewKeyDialog value={newKey} onClose={() => setNewKey(undefined)} />}
      {revoking && (
        <RevokeKeyDialog
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => focusIfFocusLost(() => adder.current)}
        />
      )}
    </>
  )
}

const subscribeToNothing = () => () => undefined

/**
 * Links the API reference, and shows the address of the MCP server. When the server renders the page, the address
 * lacks the origin.
 */
function Addresses() {
  const origin = useSyncExternalStore(
    subscribeToNothing,
    () => window.location.origin,
    () => '',
  )
  return (
    <p className="small muted">
      <a className="link" href="/api/reference">
        {t`API reference`}
      </a>{' '}
      · {t`MCP server for agents:`} <code className={styles.address}>{`${origin}/api/mcp`}</code>
    </p>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scopes, lastUsedAt, expiresAt, isExpired } = apiKey
  const zone = useReaderZone() ?? 'UTC'
  const lastUse = lastUsedAt === null ? t`Not used yet` : t`Last used ${formatShort(lastUsedAt, zone)}`
  const expiry = expiresAt === null ? t`never expires` : t`expires ${formatShortDate(expiresAt, zone)}`
  return (
    <SettingRow
      icon={KeyRound}
      title={name}
      badge={isExpired && <Badge tone="orange">{t`Expired`}</Badge>}
      detail={
        <>
          <code>{prefix}…</code> · {lastUse}
          {!isExpired && `, ${expiry}`}
          <br />
          {scopes.join(', ')}
        </>
      }
      end={
        <Button variant="ghost" size="sm" aria-label={t`Revoke key: ${name}`} onClick={onRevoke}>
          {t`Revoke key`}
        </Button>
      }
    />
  )
}

type RevokeKeyDialogProps = { apiKey: ApiKey; onClose: () => void; onRevoked: () => void }

function RevokeKeyDialog({ apiKey: { id, name }, onClose, onRevoked }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: async () => {
      try {
        await apiKeys.revoke.call({ id })
      } catch (error) {
        // Ignores NOT_FOUND, because another tab may have already revoked the key.
        if (!hasErrorCode(error, 'NOT_FOUND')) throw error
      }
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey }).catch(() => undefined)
    },
    onSuccess: () => {
      onClose()
      notify.success(t`API key revoked: ${name}`)
      onRevoked()
    },
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t`Revoke ${name}?`}
      description={t`Programs that use this key stop working immediately. You can’t undo this.`}
      confirmLabel={t`Revoke key`}
      busy={revoke.isPending && t`Revoking`}
      onConfirm={() => revoke.mutate()}
    />
  )
}
