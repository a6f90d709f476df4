import styles from './note.module.css'

/** Says, in a browser without JavaScript only, which action needs it. Put `script-only` on the controls that do nothing there. */
export function NeedsScript({ action }: { action: string }) {
  return (
    <noscript>
      <p className={styles.note}>{action} needs JavaScript. Turn it on in your browser and reload.</p>
    </noscript>
  )
}
