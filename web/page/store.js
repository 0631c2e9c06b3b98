// Files of answers in the origin private file system, where a browser keeps files for a page, so answers use no memory of the tab.
// Each tab has a folder there, and a lock while it is open.
const NAME = "bulkdoku"; // the folder of all tabs: other pages of the same origin may have their own

/** A folder for the files of this tab, or nothing in some private windows, without https, or if the disk cannot be written. */
export async function openFolder() {
  try {
    const all = await (await navigator.storage.getDirectory()).getDirectoryHandle(NAME, { create: true });
    const own = crypto.randomUUID();
    await hold(lockOf(own));
    const folder = await all.getDirectoryHandle(own, { create: true });
    removeOthers(all, own).catch(() => {});
    return folder;
  } catch {
    return undefined;
  }
}

const lockOf = (folder) => `${NAME} ${folder}`;

/** Takes a lock and keeps it until the tab is closed. */
function hold(name) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(name, () => new Promise(() => resolve())).catch(reject);
  });
}

/** Removes the folders of tabs that have been closed. */
async function removeOthers(all, own) {
  for (const name of await namesIn(all)) {
    if (name === own) continue;
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => lock && remove(all, name));
  }
}

/** Removes all files of a folder. */
export async function empty(folder) {
  await Promise.all((await namesIn(folder)).map((name) => remove(folder, name)));
}

/** Removes a file or a folder. One that a worker still writes to is removed later, with the others. */
function remove(folder, name) {
  return folder.removeEntry(name, { recursive: true }).catch(() => {});
}

async function namesIn(folder) {
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** Opens a new file for a worker to write to. */
export async function create(folder, name) {
  return (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
}

const PATIENCE = 5000; // milliseconds

/** Waits until no worker writes to a file: a stopped one may continue for a while. Only workers can call this. */
export async function released(folder, name) {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await new Promise((done) => setTimeout(done, 20))) {
    try {
      return (await create(folder, name)).close();
    } catch {
      // it still writes
    }
  }
}
