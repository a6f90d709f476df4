import styles from './note.module.css'

/**
 * A message for browsers without JavaScript that names the action needing it. Put `script-only` on the controls that
 * don't work there.
 */
export function NeedsJavaScript({ action }: { action: string }) {
  return (
    <noscript>
      <p className={styles.note}>{action} needs JavaScript. Turn it on in your browser and reload.</p>
    </noscript>
  )
}
