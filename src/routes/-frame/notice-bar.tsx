import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { getPageCookies } from '~/platform/rpc/page-request'
import styles from './frame.module.css'

/** The site's notice above every page until the reader dismisses it. A changed notice appears again. */
export function NoticeBar({ text }: { text: string }) {
  const mark = hashNotice(text)
  // The server reads the cookie too, so a dismissed notice is never rendered.
  const [seen, setSeen] = useState(() => /(?:^|;\s*)notice=(\w+)/.exec(getPageCookies())?.[1])
  if (text.trim() === '' || seen === mark) return null
  return (
    <aside className={styles.notice} aria-label={t`Notice`}>
      <p>{text}</p>
      <button
        type="button"
        onClick={() => {
          // A session cookie: dismissed until the browser is closed.
          document.cookie = `notice=${mark}; Path=/; SameSite=Lax`
          setSeen(mark)
        }}
      >
        {t`Dismiss`}
      </button>
    </aside>
  )
}

/** Returns a hash of the notice, short enough for a cookie. */
function hashNotice(text: string): string {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum.toString(36)
}
