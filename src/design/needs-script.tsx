/** Says, in a browser without JavaScript only, which action needs it. Put `scripted` on the controls that do nothing there. */
export function NeedsScript({ action }: { action: string }) {
  return (
    <noscript>
      <p className="note needs-script">{action} needs JavaScript. Turn it on in your browser and reload.</p>
    </noscript>
  )
}
