// Menu and MenuItem: the tree, found by id and clicked by tests. Roles are names only.

class MenuItem {
  constructor(options) {
    const { submenu, click } = options;
    Object.assign(this, { enabled: true, visible: true, type: submenu ? 'submenu' : 'normal' }, options);
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.click = (...args) => {
      // The system never delivers a click on a greyed item.
      if (this.enabled) click?.(this, ...args);
    };
  }
}

class Menu {
  constructor() {
    this.items = [];
  }
  static buildFromTemplate(template) {
    const menu = new Menu();
    menu.items = template.map((options) => new MenuItem(options));
    return menu;
  }
  static setApplicationMenu(menu) {
    Menu.application = menu;
  }
  static getApplicationMenu() {
    return Menu.application ?? null;
  }
  popup(options) {
    Menu.popped = { menu: this, options };
  }
  append(item) {
    this.items.push(item);
  }
  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

exports.Menu = Menu;
exports.MenuItem = MenuItem;
