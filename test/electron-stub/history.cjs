// navigationHistory: every address that was shown, in the order of the browser.

class NavigationHistory {
  constructor(contents) {
    this.contents = contents;
    this.entries = [];
    this.index = -1;
  }
  record(url) {
    if (this.going !== undefined) {
      this.index = this.going;
      this.going = undefined;
      this.entries[this.index] = { url, title: '' };
      return;
    }
    // A page that replaces its own address, or is loaded again, adds no place to go back to.
    if (this.entries[this.index]?.url === url) return;
    this.index += 1;
    this.entries = [...this.entries.slice(0, this.index), { url, title: '' }];
  }
  length() {
    return this.entries.length;
  }
  getActiveIndex() {
    return this.index;
  }
  getEntryAtIndex(index) {
    return this.entries[index] ?? null;
  }
  goToIndex(index) {
    if (index < 0 || index >= this.entries.length) return;
    this.going = index;
    const { contents } = this;
    if (contents.browser) {
      contents.evaluate(`history.go(${index - this.index})`);
      return;
    }
    contents.mainFrame.url = this.entries[index].url;
    this.record(contents.mainFrame.url);
  }
}

exports.NavigationHistory = NavigationHistory;
