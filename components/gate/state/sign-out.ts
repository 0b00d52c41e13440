import { GateDatabase } from './device-storage'
import { GateClient } from './session'
import { serverFetch } from './transport'

/**
 * Removes this browser from the gate when the user signs out in the back office. A phone that joined by a
 * code stays, because its shift does not belong to a sign-in. Throws errors of the network.
 */
export async function signOutOfGate() {
  const { kept } = await (await GateDatabase.open()).load()
  if (!kept.me?.device.isStaff) return
  const leave = () => new GateClient(serverFetch).signOut()
  // A gate that is open in another tab stops for good, as for a newer one.
  await (navigator.locks ? navigator.locks.request('gate', { steal: true }, leave) : leave())
}
